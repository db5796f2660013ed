/**
 * Units that few people write, and the codes of UCUM for old measures. Sources: NIST SP 811 (2008),
 * appendix B; UCUM essence 2.2 (2024); CODATA 2022.
 */
import { DECIMAL_PREFIXES, type UnitRow } from "./table.js";

/** Names, factor and unit; names of several words are joined by lines, prefixes come with none. */
const ROWS = `
kilohm kilohms|1000|ohm
megohm megohms|1e6|ohm
RAD|1|rd
tonne_force tonnes_force metric_ton_force|1000|kgf
hp_boiler boiler_horsepower|33475|BTU/h
BTU_th thermochemical_british_thermal_unit thermochemical_british_thermal_units|4.184/4.1868|BTU
refrigeration_ton refrigeration_tons|12000|BTU/h
sidereal_month sidereal_months|27.32166155|d
synodic_month synodic_months lunar_month lunar_months|29.530589|d
common_year common_years|365|d
leap_year leap_years|366|d
gill_uk imperial_gill imperial_gills|1/32|gal_uk
cup_uk imperial_cup imperial_cups|1/16|gal_uk
peck_uk imperial_peck imperial_pecks|2|gal_uk
bushel_uk imperial_bushel imperial_bushels|8|gal_uk
dram_uk imperial_fluid_dram imperial_fluid_drams imperial_fluid_drachm|1/1280|gal_uk
minim_uk imperial_minim imperial_minims|1/76800|gal_uk
dry_barrel dry_barrels|7056|in^3
beer_barrel beer_barrels|31|gal
apothecary_dram apothecary_drams drachm drachms|60|gr
slinch slinches|1|lbf s^2/in
statohm statohms|8.9875517873681764e11|ohm
statfarad statfarads|1/8.9875517873681764e11|F
stathenry stathenries|8.9875517873681764e11|H
townsend townsends|1e-21|V m^2
svedberg svedbergs [S]|1e-13|s
molecule molecules|1|1
[yd_us]|3|ft_us
[in_us]|1/12|ft_us
[rd_us]|16.5|ft_us
[ch_us]|66|ft_us
[lk_us]|0.66|ft_us
[rch_us]|100|ft_us
[rlk_us]|1|ft_us
[fth_us]|6|ft_us
[fur_us]|660|ft_us
[srd_us]|272.25|ft_us^2
[sct]|1|mi_us^2
[twp]|36|mi_us^2
[mil_us]|1/12000|ft_us
[in_br]|0.02539998|m
[ft_br]|12|[in_br]
[yd_br]|3|[ft_br]
[rd_br]|16.5|[ft_br]
[ch_br]|66|[ft_br]
[lk_br]|0.66|[ft_br]
[fth_br]|6|[ft_br]
[pc_br]|2.5|[ft_br]
[mi_br]|5280|[ft_br]
[nmi_br]|6080|[ft_br]
[kn_br]|1|[nmi_br]/h
[acr_br]|43560|[ft_br]^2
[bf_i]|144|in^3
[crd_us]|128|ft^3
[gal_wi]|1/8|bu
[foz_m]|30|mL
[cup_m]|240|mL
[tbs_m]|15|mL
[tsp_m]|5|mL
[pk_br]|2|gal_uk
[bu_br]|8|gal_uk
[gil_br]|1/32|gal_uk
[fdr_br]|1/1280|gal_uk
[min_br]|1/76800|gal_uk
[dr_ap]|60|gr
[oz_ap] apothecary_ounce apothecary_ounces|480|gr
[lb_ap] apothecary_pound apothecary_pounds|5760|gr
[oz_m]|28|g
[lne]|1/12|in
[pnt]|1/72|in
[pca]|1/6|in
[pnt_pr]|0.013837|in
[pca_pr]|0.166044|in
[pied]|0.3248|m
[pouce]|1/12|[pied]
[ligne]|1/144|[pied]
[didot]|1/864|[pied]
[cicero]|1/72|[pied]
cal_[15]|4.1858|J
cal_[20]|4.1819|J
cal_m|4.19002|J
[Btu_39]|1059.67|J
[Btu_59]|1054.8|J
[Btu_60]|1054.68|J
[Btu_m]|1055.87|J
[Btu_th]|1054.35|J
[Btu]|1|[Btu_th]
[den]|1/9|mg/m
[Ch]|1/3000|m
[PRU]|1|mmHg s/mL
[wood'U]|1|mmHg min/L
[mesh_i]|1|1/in
[smoot]|67|in
[MET]|3.5|mL/(min kg)
[IR]|1|1
ar|100|m^2
a_j|365.25|d
a_t|365.24219|d
a_g|365.2425|d
mo_j|30.4375|d
mo_g|30.436875|d
mo_s|29.53059|d
Ao|0.1|nm
Bi|10|A
Ky|100|1/m
bit_s|1|bit
`;

/** Other words for units of the table, each for one unit of them. */
const WORDS: Readonly<Record<string, string>> = {
  eV: "electron_volt electron_volts",
  atm: "standard_atmosphere standard_atmospheres",
  at: "technical_atmosphere technical_atmospheres",
  angstrom: "Ångström Ångströms ångströms Angstrom Angstroms",
  A: "ampère ampères",
  R: "röntgen röntgens",
  arcmin: "arc_minute arc_minutes",
  arcsec: "arc_second arc_seconds",
  u: "unified_atomic_mass_unit unified_atomic_mass_units atomic_mass_unit atomic_mass_units",
  gf: "gram_force grams_force",
  kgf: "kilograms_force kiloponds",
  lbf: "pounds_of_force",
  cal: "thermochemical_calorie thermochemical_calories",
  calIT: "international_calorie international_calories",
  BTU: "british_thermal_unit british_thermal_units British_thermal_unit British_thermal_units",
  hp_e: "electrical_horsepower electric_horsepower",
  toe: "tonne_of_oil_equivalent tonnes_of_oil_equivalent",
  Wh: "watthour watthours watt_hour watt_hours",
  pint: "liquid_pint liquid_pints US_pint US_pints us_pint us_pints",
  qt: "liquid_quart liquid_quarts US_quart US_quarts us_quart us_quarts",
  gal: "liquid_gallon liquid_gallons US_gallon US_gallons us_gallon us_gallons",
  cup: "US_cup US_cups us_cup us_cups",
  bbl: "oil_barrel oil_barrels",
  pint_uk: "UK_pint UK_pints",
  quart_uk: "UK_quart UK_quarts",
  gal_uk: "UK_gallon UK_gallons",
  lb: "avoirdupois_pound avoirdupois_pounds",
  oz: "avoirdupois_ounce avoirdupois_ounces",
  ft: "international_foot international_feet",
  in: "international_inch international_inches",
  yd: "international_yard international_yards",
  mi: "international_mile international_miles statute_mile statute_miles",
  kn: "international_knot international_knots",
  ct: "metric_carat metric_carats",
  nmi: "international_nautical_mile international_nautical_miles",
};

function rowOf(names: readonly string[], factor: string, of: string): UnitRow {
  return { symbols: [], words: names, factor, of, piPower: 0, prefixes: "none" };
}

/** Words that are printed as the unit is. */
function wordsFor(of: string, names: string): UnitRow {
  return { ...rowOf(names.split(" "), "1", of), print: of };
}

export const FURTHER_ROWS: readonly UnitRow[] = [
  ...ROWS.trim()
    .split("\n")
    .map((line) => {
      const [names = "", factor = "", of = ""] = line.split("|");
      return rowOf(names.split(" "), factor, of);
    }),
  // The plural is a word of the table, the singular its symbol.
  ...DECIMAL_PREFIXES.map(({ factor, symbol, word }) => ({
    ...rowOf([`${word}ohm`], factor, "ohm"),
    print: `${symbol}ohm`,
  })),
  ...Object.entries(WORDS).map(([of, names]) => wordsFor(of, names)),
];
