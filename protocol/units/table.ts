/**
 * Units as data. Each is an exact rational (times a power of pi) of units above it in the list.
 * Sources: SI Brochure, 9th edition (2019, 2022 prefixes); NIST SP 811 (2008), appendix B; IAU 2012
 * B2, 2015 B3;
 * IEC 80000-13 for bits; the 1959 yard and pound agreement for imperial units.
 */

/** `symbol` prefixes go on symbols (`km`), `word` prefixes on words (`kilometre`). */
export interface Prefix {
  readonly symbol: string;
  readonly word: string;
  readonly factor: string;
}

/**
 * `large`: decimal prefixes from kilo up. `data`: these and binary ones, so that `dB` is never a
 * tenth of a byte.
 */
export type PrefixFamily = "none" | "decimal" | "large" | "data";

export interface UnitRow {
  /** Short forms; the first one of symbols and words together is printed. */
  readonly symbols: readonly string[];
  readonly words: readonly string[];
  /** Text that its names are printed as; else the first symbol, or the first word. */
  readonly print?: string;
  readonly factor: string;
  readonly of: string;
  readonly piPower: number;
  readonly prefixes: PrefixFamily;
  /** SI value = factor x + offset; such a unit is accepted only alone. */
  readonly offset?: string;
  /** The measured constant that the factor is proportional to, and its power. */
  readonly measured?: readonly [constant: string, power: number];
}

export const DECIMAL_PREFIXES: readonly Prefix[] = [
  ["Q", "quetta", "1e30"],
  ["R", "ronna", "1e27"],
  ["Y", "yotta", "1e24"],
  ["Z", "zetta", "1e21"],
  ["E", "exa", "1e18"],
  ["P", "peta", "1e15"],
  ["T", "tera", "1e12"],
  ["G", "giga", "1e9"],
  ["M", "mega", "1e6"],
  ["k", "kilo", "1e3"],
  ["h", "hecto", "1e2"],
  ["da", "deca", "1e1"],
  ["d", "deci", "1e-1"],
  ["c", "centi", "1e-2"],
  ["m", "milli", "1e-3"],
  ["u", "micro", "1e-6"],
  ["n", "nano", "1e-9"],
  ["p", "pico", "1e-12"],
  ["f", "femto", "1e-15"],
  ["a", "atto", "1e-18"],
  ["z", "zepto", "1e-21"],
  ["y", "yocto", "1e-24"],
  ["r", "ronto", "1e-27"],
  ["q", "quecto", "1e-30"],
].map(([symbol, word, factor]) => ({ symbol: symbol!, word: word!, factor: factor! }));

export const BINARY_PREFIXES: readonly Prefix[] = [
  ["Ki", "kibi", "1024"],
  ["Mi", "mebi", "1048576"],
  ["Gi", "gibi", "1073741824"],
  ["Ti", "tebi", "1099511627776"],
  ["Pi", "pebi", "1125899906842624"],
  ["Ei", "exbi", "1152921504606846976"],
  ["Zi", "zebi", "1180591620717411303424"],
  ["Yi", "yobi", "1208925819614629174706176"],
].map(([symbol, word, factor]) => ({ symbol: symbol!, word: word!, factor: factor! }));

interface Options {
  readonly pi?: number;
  readonly prefixes?: PrefixFamily;
  readonly offset?: string;
  readonly measured?: readonly [constant: string, power: number];
}

function split(names: string): readonly string[] {
  return names.length === 0 ? [] : names.split(" ");
}

function row(
  symbols: string,
  words: string,
  factor: string,
  of: string,
  options: Options = {},
): UnitRow {
  const { pi = 0, prefixes = "none", offset, measured } = options;
  return {
    symbols: split(symbols),
    words: split(words),
    factor,
    of,
    piPower: pi,
    prefixes,
    ...(offset === undefined ? {} : { offset }),
    ...(measured === undefined ? {} : { measured }),
  };
}

function decimal(symbols: string, words: string, factor: string, of: string, pi = 0): UnitRow {
  return row(symbols, words, factor, of, { pi, prefixes: "decimal" });
}

/** `deg_C`, `degrees_Celsius`, ...: a space is read as the line. */
function degrees(scales: string): string {
  return ["deg", "degs", "degree", "degrees", "°"]
    .flatMap((word) => scales.split(" ").map((scale) => `${word}_${scale}`))
    .join(" ");
}

/** Base units are read by name; `g` is the prefixable one of kg. */
export const BASE_NAMES: readonly (readonly [string, string])[] = [
  ["m", "metre meter metres meters"],
  ["s", "second seconds sec secs"],
  ["A", "ampere amperes amp amps"],
  ["K", "kelvin kelvins"],
  ["mol", "mole moles"],
  ["cd", "candela candelas"],
];

const SI: readonly UnitRow[] = [
  decimal("rad", "radian radians", "1", "rad"),
  decimal("sr", "steradian steradians", "1", "rad^2"),
  decimal("Hz", "hertz", "1", "1/s"),
  decimal("N", "newton newtons", "1", "kg m/s^2"),
  decimal("Pa", "pascal pascals", "1", "N/m^2"),
  decimal("J", "joule joules", "1", "N m"),
  decimal("W", "watt watts", "1", "J/s"),
  decimal("C", "coulomb coulombs", "1", "A s"),
  decimal("V", "volt volts", "1", "W/A"),
  decimal("F", "farad farads", "1", "C/V"),
  decimal("ohm Ω", "ohms", "1", "V/A"),
  decimal("S mho", "siemens", "1", "A/V"),
  decimal("Wb", "weber webers", "1", "V s"),
  decimal("T", "tesla teslas", "1", "Wb/m^2"),
  decimal("H", "henry henries henrys", "1", "Wb/A"),
  decimal("lm", "lumen lumens", "1", "cd sr"),
  decimal("lx", "lux", "1", "lm/m^2"),
  decimal("Bq", "becquerel becquerels", "1", "1/s"),
  decimal("Gy", "gray grays", "1", "J/kg"),
  decimal("Sv", "sievert sieverts", "1", "J/kg"),
  decimal("kat", "katal katals", "1", "mol/s"),
  row("degC °C ℃ Cel", `celsius Celsius ${degrees("C celsius Celsius")}`, "1", "K", {
    offset: "273.15",
  }),
  row(
    "degF °F ℉ [degF]",
    `fahrenheit Fahrenheit ${degrees("F fahrenheit Fahrenheit")}`,
    "5/9",
    "K",
    {
      offset: "45967/180",
    },
  ),
  row("degR °R", `rankine Rankine ${degrees("R rankine Rankine")}`, "5/9", "K"),
  row("degK °K", degrees("K kelvin Kelvin"), "1", "K"),
  row("delta_degC", "delta_celsius", "1", "K"),
  row("delta_degF", "delta_fahrenheit", "5/9", "K"),
];

const ACCEPTED: readonly UnitRow[] = [
  row("min", "minute minutes mins", "60", "s"),
  row("h hr", "hour hours hrs", "3600", "s"),
  row("d", "day days", "86400", "s"),
  row("week wk", "weeks", "604800", "s"),
  row("fortnight", "fortnights", "1209600", "s"),
  decimal("yr", "year years julian_year", "31557600", "s"),
  row("month", "months", "2629800", "s"),
  row("century", "centuries", "3155760000", "s"),
  row("decade", "decades", "315576000", "s"),
  row("millennium", "millennia", "31557600000", "s"),
  row("sidereal_day", "sidereal_days", "86164.0905", "s"),
  row("sidereal_year", "sidereal_years", "31558149.7635", "s"),
  row("tropical_year", "tropical_years", "31556925.216", "s"),
  row("gregorian_year", "gregorian_years", "31556952", "s"),
  row("shake", "shakes", "1e-8", "s"),
  row("calcond", "calconds", "0.777000777", "s"),
  row("deg °", "degree degrees", "1/180", "rad", { pi: 1 }),
  row("arcmin ′", "arcminute arcminutes", "1/60", "deg"),
  row("arcsec ″", "arcsecond arcseconds", "1/3600", "deg"),
  row("mas", "milliarcsecond", "1/1000", "arcsec"),
  row("gon", "gradian gradians", "1/200", "rad", { pi: 1 }),
  row("rev turn", "revolution revolutions turns cycle cycles", "2", "rad", { pi: 1 }),
  row("rpm", "", "1/30", "rad/s", { pi: 1 }),
  row("rps", "", "2", "rad/s", { pi: 1 }),
  row("cps", "", "1", "1/s"),
  row("bpm", "", "1/60", "1/s"),
  row("ha", "hectare hectares", "10000", "m^2"),
  row("are", "ares", "100", "m^2"),
  decimal("barn", "barns", "1e-28", "m^2"),
  decimal("L l ℓ", "litre liter litres liters", "1e-3", "m^3"),
  row("t", "tonne tonnes metric_ton metric_tons", "1000", "kg", { prefixes: "large" }),
  row("Da", "dalton daltons", "1.66053906892e-27", "kg", {
    prefixes: "decimal",
    measured: ["m_u", 1],
  }),
  // Without prefixes: `pu` is a quantity per unit, `mu` a letter, `cu` a word for cubic.
  row("u amu", "", "1", "Da"),
  decimal("eV", "electronvolt electronvolts", "1.602176634e-19", "J"),
  decimal("bar", "bars", "1e5", "Pa"),
  row("atm", "atmosphere atmospheres", "101325", "Pa"),
  row("at", "", "98066.5", "Pa"),
  row("barye Ba", "baryes", "0.1", "Pa"),
  row("mH2O", "", "9806.65", "Pa"),
  row("ftH2O", "", "2989.06692", "Pa"),
  decimal("Torr", "torr", "20265/152", "Pa"),
  row("mmHg", "", "133.322387415", "Pa"),
  row("cmHg", "", "1333.22387415", "Pa"),
  row("inHg", "", "3386.388640341", "Pa"),
  row("mmH2O", "", "9.80665", "Pa"),
  row("cmH2O", "", "98.0665", "Pa"),
  row("inH2O", "", "249.08891", "Pa"),
  decimal("Wh", "", "3600", "J"),
  decimal("Nm", "", "1", "N m"),
  decimal("Ns", "", "1", "N s"),
  decimal("Vs", "", "1", "V s"),
  decimal("Ws", "", "1", "W s"),
  decimal("As", "", "1", "A s"),
  decimal("Js", "", "1", "J s"),
  decimal("Ah", "", "3600", "C"),
  decimal("cal", "calorie calories", "4.184", "J"),
  row("Cal", "", "4184", "J"),
  row("calIT", "", "4.1868", "J"),
  decimal("tTNT", "", "4.184e9", "J"),
  row("toe", "", "4.1868e10", "J"),
  row("tce", "", "2.93076e10", "J"),
  row("cal_15", "", "4.1858", "J"),
  row("cal_20", "", "4.1819", "J"),
  row("Mx", "maxwell maxwells", "1e-8", "Wb"),
  row("VA", "", "1", "W"),
  row("var", "", "1", "W"),
  row("kVA", "", "1000", "W"),
  row("MVA", "", "1e6", "W"),
  row("kvar", "", "1000", "W"),
  decimal("Np", "neper nepers", "1", "1"),
  decimal("M", "molar", "1000", "mol/m^3"),
  row("%", "percent", "1/100", "1"),
  row("permille ‰", "", "1/1000", "1"),
  row("ppm", "", "1e-6", "1"),
  row("ppb", "", "1e-9", "1"),
  row("ppt", "", "1e-12", "1"),
  row("bp", "", "1e-4", "1"),
  row("dozen", "", "12", "1"),
  row("molal", "", "1", "mol/kg"),
  row("enzyme_unit", "enzyme_units", "1e-6/60", "mol/s"),
  decimal("tex", "", "1e-6", "kg/m"),
  row("denier den", "deniers", "1e-3/9000", "kg/m"),
  row("dioptre diopter dpt", "dioptres diopters", "1", "1/m"),
  row("clo", "", "0.155", "m^2 K/W"),
];

const LENGTH_AREA_VOLUME: readonly UnitRow[] = [
  row("in", "inch inches", "0.0254", "m"),
  row("ft", "foot feet", "0.3048", "m"),
  row("yd", "yard yards", "0.9144", "m"),
  row("mi", "mile miles", "1609.344", "m"),
  row("mil thou", "mils", "0.0000254", "m"),
  row("nmi", "nautical_mile nautical_miles", "1852", "m"),
  row("fathom ftm", "fathoms", "1.8288", "m"),
  row("rod", "rods", "5.0292", "m"),
  row("chain", "chains", "20.1168", "m"),
  row("furlong", "furlongs", "201.168", "m"),
  row("league", "leagues", "4828.032", "m"),
  row("hand", "hands", "0.1016", "m"),
  row("link", "links", "0.201168", "m"),
  row("ft_us", "survey_foot survey_feet", "1200/3937", "m"),
  row("mi_us", "survey_mile survey_miles", "6336000/3937", "m"),
  row("cable", "cables", "185.2", "m"),
  row("micron", "microns", "1e-6", "m"),
  row("angstrom Å", "angstroms ångström", "1e-10", "m"),
  decimal("fermi", "", "1e-15", "m"),
  row("pica", "picas", "127/30000", "m"),
  row("point", "points", "127/360000", "m"),
  row("acre", "acres", "4046.8564224", "m^2"),
  row("sqft", "", "0.09290304", "m^2"),
  row("sqin", "", "0.00064516", "m^2"),
  row("sqmi", "", "2589988.110336", "m^2"),
  row("sqyd", "", "0.83612736", "m^2"),
  row("rood", "roods", "1011.7141056", "m^2"),
  row("acre_us", "survey_acre survey_acres", "43560", "ft_us^2"),
  row("township", "townships", "93239571.972096", "m^2"),
  row("cmil", "circular_mil circular_mils", "1/4", "mil^2", { pi: 1 }),
  row("cc", "", "1e-6", "m^3"),
  row("gal", "gallon gallons", "0.003785411784", "m^3"),
  row("qt", "quart quarts", "1/4", "gal"),
  row("pint", "pints", "1/8", "gal"),
  row("cup", "cups", "1/16", "gal"),
  row("floz", "us_fluid_ounce us_fluid_ounces", "1/128", "gal"),
  row("tbsp", "tablespoon tablespoons", "1/256", "gal"),
  row("tsp", "teaspoon teaspoons", "1/768", "gal"),
  row("gill", "gills", "1/32", "gal"),
  row("fluid_dram", "fluid_drams", "1/1024", "gal"),
  row("minim", "minims", "1/61440", "gal"),
  row("hogshead", "hogsheads", "63", "gal"),
  row("stere", "steres", "1", "m^3"),
  row("dry_gallon", "dry_gallons", "0.00440488377086", "m^3"),
  row("dry_quart", "dry_quarts", "1/4", "dry_gallon"),
  row("dry_pint", "dry_pints", "1/8", "dry_gallon"),
  row("peck", "pecks", "2", "dry_gallon"),
  row("gal_uk", "imperial_gallon imperial_gallons", "0.00454609", "m^3"),
  row("pint_uk", "imperial_pint imperial_pints", "1/8", "gal_uk"),
  row("floz_uk", "imperial_fluid_ounce imperial_fluid_ounces", "1/160", "gal_uk"),
  row("quart_uk", "imperial_quart imperial_quarts", "1/4", "gal_uk"),
  row("bbl", "barrel barrels", "42", "gal"),
  row("bushel bu", "bushels", "0.03523907016688", "m^3"),
  row("cord", "cords", "128", "ft^3"),
  row("acre_ft", "acre_foot acre_feet", "43560", "ft^3"),
  row("boardfoot", "board_foot board_feet", "1/12", "ft^3"),
];

const MECHANICS: readonly UnitRow[] = [
  row("lb lbm", "pound pounds lbs pound_mass", "0.45359237", "kg"),
  row("oz", "ounce ounces", "1/16", "lb"),
  row("gr", "grain grains", "1/7000", "lb"),
  row("dram", "drams", "1/256", "lb"),
  row("st", "stone stones", "14", "lb"),
  row("cwt_uk", "long_hundredweight", "112", "lb"),
  row("cwt_us", "short_hundredweight", "100", "lb"),
  row("ton_us", "short_ton short_tons", "2000", "lb"),
  row("ton_uk", "long_ton long_tons", "2240", "lb"),
  row("ozt", "troy_ounce troy_ounces", "480", "gr"),
  row("lbt", "troy_pound troy_pounds", "5760", "gr"),
  row("dwt", "pennyweight pennyweights", "24", "gr"),
  row("scruple", "scruples", "20", "gr"),
  row("ct", "carat carats", "0.0002", "kg"),
  row("quintal", "quintals", "100", "kg"),
  row("gee gn", "standard_gravity standard_gravities gees", "9.80665", "m/s^2"),
  row("slug", "slugs", "4.4482216152605/0.3048", "kg"),
  row("kgf kp", "kilogram_force kilopond", "9.80665", "N"),
  row("gf", "", "0.00980665", "N"),
  row("lbf", "pound_force pounds_force", "4.4482216152605", "N"),
  row("kip", "kips", "4448.2216152605", "N"),
  row("tonf_us", "ton_force", "2000", "lbf"),
  row("lbmol", "pound_mole pound_moles", "453.59237", "mol"),
  row("ozf", "ounce_force", "1/16", "lbf"),
  row("pdl", "poundal poundals", "0.138254954376", "N"),
  row("psi", "", "1", "lbf/in^2"),
  row("ksi", "", "1000", "psi"),
  row("psf", "", "1", "lbf/ft^2"),
  row("kph", "", "1/3.6", "m/s"),
  row("mph", "", "0.44704", "m/s"),
  row("fps", "", "0.3048", "m/s"),
  row("kn", "knot knots", "1852/3600", "m/s"),
  row("BTU Btu", "", "1055.05585262", "J"),
  row("therm", "therms", "105505585.262", "J"),
  row("quad", "quads", "1055055852620000000", "J"),
  row("ftlbf", "foot_pound_force", "1", "ft lbf"),
  row("hp", "horsepower", "550", "ft lbf/s"),
  row("hp_metric", "metric_horsepower", "75", "kgf m/s"),
  row("hp_e", "", "746", "W"),
  row("", "ton_of_refrigeration", "12000", "BTU/h"),
  row("gpm", "", "1", "gal/min"),
  row("cfm", "", "1", "ft^3/min"),
  row("cfs", "", "1", "ft^3/s"),
  row("gph", "", "1", "gal/h"),
  row("lpm", "", "1", "L/min"),
  row("MGD", "", "1e6", "gal/d"),
  row("reyn", "reyns", "1", "lbf s/in^2"),
  decimal("sverdrup", "sverdrups", "1e6", "m^3/s"),
  row("darcy", "darcys", "1e-7/101325", "m^2"),
];

const CGS: readonly UnitRow[] = [
  decimal("dyn", "dyne dynes", "1e-5", "N"),
  decimal("erg", "ergs", "1e-7", "J"),
  decimal("Gal", "galileo", "0.01", "m/s^2"),
  decimal("P", "poise", "0.1", "Pa s"),
  decimal("St", "stokes", "1e-4", "m^2/s"),
  decimal("G", "gauss", "1e-4", "T"),
  decimal("Oe", "oersted oersteds", "250", "A/m", -1),
  row("Gb", "gilbert gilberts", "5/2", "A", { pi: -1 }),
  row("abA", "abampere biot", "10", "A"),
  row("abC", "abcoulomb", "10", "C"),
  row("abV", "abvolt", "1e-8", "V"),
  row("statC esu", "statcoulomb franklin", "1/2997924580", "C"),
  row("statA", "statampere", "1/2997924580", "A"),
  row("statV", "statvolt", "299.792458", "V"),
  row("debye", "debyes", "1e-21/299792458", "C m"),
  row("sb", "stilb stilbs", "10000", "cd/m^2"),
  row("ph", "phot phots", "10000", "lx"),
  row("nit", "nits", "1", "cd/m^2"),
  row("lambert", "lamberts", "10000", "cd/m^2", { pi: -1 }),
  row("fc", "footcandle footcandles", "1", "lm/ft^2"),
  row("kayser", "kaysers", "100", "1/m"),
  row("langley", "langleys", "41840", "J/m^2"),
  row("abohm", "", "1e-9", "ohm"),
  row("abF", "abfarad", "1e9", "F"),
  row("abH", "abhenry", "1e-9", "H"),
  row("footlambert", "footlamberts", "1", "cd/ft^2", { pi: -1 }),
  row("rayl", "rayls", "1", "Pa s/m"),
];

const RADIATION: readonly UnitRow[] = [
  decimal("Ci", "curie curies", "3.7e10", "Bq"),
  decimal("rd", "", "0.01", "Gy"),
  decimal("rem", "rems", "0.01", "Sv"),
  decimal("R", "roentgen roentgens", "2.58e-4", "C/kg"),
  decimal("Rd", "rutherford", "1e6", "Bq"),
];

const ASTRONOMY: readonly UnitRow[] = [
  row("au AU ua", "astronomical_unit astronomical_units", "149597870700", "m"),
  decimal("ly", "lightyear lightyears light_year light_years", "9460730472580800", "m"),
  decimal("pc", "parsec parsecs", "648000", "au", -1),
  decimal("Jy", "jansky janskys", "1e-26", "W/(m^2 Hz)"),
  row("Rsun", "solar_radius solar_radii", "6.957e8", "m"),
  row("Lsun", "solar_luminosity solar_luminosities", "3.828e26", "W"),
  row("Rearth", "earth_radius earth_radii", "6.3781e6", "m"),
  row("Rjup", "jupiter_radius jupiter_radii", "7.1492e7", "m"),
  // Nominal products of mass and G over the G of CODATA 2022, which has 22 parts per million.
  row("Msun", "solar_mass solar_masses", "1.3271244e20/6.67430e-11", "kg", { measured: ["G", -1] }),
  row("Mearth", "earth_mass earth_masses", "3.986004e14/6.67430e-11", "kg", {
    measured: ["G", -1],
  }),
  row("Mjup", "jupiter_mass jupiter_masses", "1.2668653e17/6.67430e-11", "kg", {
    measured: ["G", -1],
  }),
  row("ls", "light_second light_seconds", "299792458", "m"),
  row("clight c", "", "299792458", "m/s"),
];

/** Values of CODATA 2022. */
const ATOMIC: readonly UnitRow[] = [
  row("hartree E_h Eh", "hartrees", "4.3597447222060e-18", "J", { measured: ["E_h", 1] }),
  row("rydberg", "rydbergs", "2.1798723611030e-18", "J", { measured: ["Ry", 1] }),
  row("bohr a_0 a0", "bohrs", "5.29177210544e-11", "m", { measured: ["a_0", 1] }),
  row("bohr_magneton", "bohr_magnetons", "9.2740100657e-24", "J/T", { measured: ["mu_B", 1] }),
  row("nuclear_magneton", "nuclear_magnetons", "5.0507837393e-27", "J/T", {
    measured: ["mu_N", 1],
  }),
  row("m_e", "electron_mass electron_masses", "9.1093837139e-31", "kg", { measured: ["m_e", 1] }),
  row("m_p", "proton_mass proton_masses", "1.67262192595e-27", "kg", { measured: ["m_p", 1] }),
  row("m_n", "neutron_mass neutron_masses", "1.67492750056e-27", "kg", { measured: ["m_n", 1] }),
  row("elementary_charge", "elementary_charges", "1.602176634e-19", "C"),
  row("faraday", "faradays", "96485.3321233100184", "C"),
  row("flux_quantum", "flux_quanta", "2.067833848461929e-15", "Wb"),
];

/** Codes of UCUM that are other than the names above. */
const UCUM_CODES =
  "[in_i] in,[ft_i] ft,[yd_i] yd,[mi_i] mi,[fth_i] fathom,[nmi_i] nmi,[kn_i] kn,[mil_i] mil,[hd_i] hand," +
  "[ft_us] ft_us,[mi_us] mi_us,[acr_us] acre_us,[sin_i] sqin,[sft_i] sqft,[syd_i] sqyd," +
  "[smi_us] mi_us^2,[cin_i] in^3,[cft_i] ft^3,[cyd_i] yd^3,[cml_i] cmil,[cr_i] cord,[gal_us] gal," +
  "[qt_us] qt,[pt_us] pint,[gil_us] gill,[foz_us] floz,[fdr_us] fluid_dram,[min_us] minim," +
  "[cup_us] cup,[tbs_us] tbsp,[tsp_us] tsp,[bbl_us] bbl,[bu_us] bu,[pk_us] peck,[dqt_us] dry_quart," +
  "[dpt_us] dry_pint,[gal_br] gal_uk,[qt_br] quart_uk,[pt_br] pint_uk,[foz_br] floz_uk,[gr] gr," +
  "[lb_av] lb,[oz_av] oz,[dr_av] dram,[stone_av] st,[scwt_av] cwt_us,[lcwt_av] cwt_uk," +
  "[ston_av] ton_us,[lton_av] ton_uk,[lb_tr] lbt,[oz_tr] ozt,[pwt_tr] dwt,[sc_ap] scruple," +
  "[car_m] ct,[lbf_av] lbf,[psi] psi,[HP] hp,[g] gee,[c] clight,[Btu_IT] BTU,[Cal] Cal," +
  "[cal_IT] calIT,[ly] ly,[m_e] m_e,[m_p] m_p,[e] elementary_charge,[diop] dioptre," +
  "[ppth] permille,[ppm] ppm,[ppb] ppb,[pptr] ppt,[in_i'Hg] inHg,[in_i'H2O] inH2O,[degR] degR," +
  "Ohm ohm,By B,att at,circ rev,cal_IT calIT,cal_th cal";

const UCUM: readonly UnitRow[] = [
  decimal("m[Hg]", "", "133322.387415", "Pa"),
  decimal("m[H2O]", "", "9806.65", "Pa"),
  ...UCUM_CODES.split(",").map((pair) => {
    const [code, unit] = pair.split(" ");
    return row(code!, "", "1", unit!);
  }),
];

const DATA: readonly UnitRow[] = [
  row("bit", "bits", "1", "1", { prefixes: "data" }),
  row("B byte", "bytes octet octets", "8", "bit", { prefixes: "data" }),
  row("nibble", "nibbles", "4", "bit"),
  row("Bd", "baud", "1", "1/s", { prefixes: "decimal" }),
  row("bps", "", "1", "bit/s", { prefixes: "data" }),
  row("Bps", "", "8", "bit/s", { prefixes: "data" }),
  row("flop", "flops", "1", "1", { prefixes: "decimal" }),
];

const COUNTS: readonly UnitRow[] = [
  row("count", "counts", "1", "1"),
  row("person", "persons people", "1", "1"),
  row("particle", "particles", "1", "1"),
  row("photon", "photons", "1", "1"),
  row("item", "items", "1", "1"),
];

export const UNIT_ROWS: readonly UnitRow[] = [
  ...SI,
  ...ACCEPTED,
  ...LENGTH_AREA_VOLUME,
  ...MECHANICS,
  ...CGS,
  ...RADIATION,
  ...ASTRONOMY,
  ...ATOMIC,
  ...DATA,
  ...COUNTS,
  ...UCUM,
];
