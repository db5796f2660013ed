"""Facts of heat, chemistry, living things, populations and the environment."""
from math import exp, log, log10, sqrt

from rows import F, N_A, R, computed, k_B, pi, printed, q_e, sigma_SB

ATKINS = "Atkins and de Paula, Physical Chemistry, "
INCROPERA = "Incropera and DeWitt, Fundamentals of Heat and Mass Transfer, "

# thermodynamics
printed("TD1", "n=1 T=273.15 V=22.41396954e-3", "101325", "CODATA 2022: molar volume at 273.15 K and 101,325 Pa")
computed("TD12", "T_l=300 T_h=500", 0.4)
printed("TD14", "r_c=8 gamma_h=1.4", "0.565", "Cengel and Boles, Thermodynamics, ch. 9: Otto cycle, ratio 8, 56.5 %")
printed("TD16", "r_p=8 gamma_h=1.4", "0.448", "Cengel and Boles, Thermodynamics, ch. 9: Brayton cycle, ratio 8, 44.8 %")
printed("TD5", "a=0.3640 b=4.267e-5", "304",
        "Carbon dioxide: critical temperature 304 K from its van der Waals constants (CRC Handbook)")
printed("TD24", "L_s=3.34e5 T=273.15 Delta_v=-9.05e-5", "-13.5e6",
        "Melting line of ice, -13.5 MPa/K (Wikipedia, Clausius-Clapeyron relation)")

# heat_transfer
printed("HT1", "k=1.7 T_1=1400 T_2=1150 L=0.15", "2833", INCROPERA + "example 1.1: 2833 W/m^2")
printed("HT36", "T=5800", "0.50e-6", INCROPERA + "ch. 12: the Sun of 5800 K has its peak at 0.50 um")
printed("HT36", "T=300", "9.66e-6", INCROPERA + "ch. 12: 9.66 um at 300 K")
printed("HT37", "eps=1 A=1 T=1000", "5.67e4", "Black body of 1000 K: 5.67e4 W/m^2 (" + INCROPERA + "ch. 12)")
printed("HT10", "k=0.055 h_o=5", "0.011", INCROPERA + "ch. 3: cellular glass, critical radius 11 mm")
computed("HT5", "eps=0.8 T_s=473 T_sur=298", 0.8 * sigma_SB * (473**4 - 298**4))

# statistical_mechanics
printed("SM13", "T=300 m=28.0134*u", "476", "Nitrogen at 300 K, 476 m/s of mean speed (Reif, ch. 7)")
printed("SM22", "T=2.7255", "410.7e6",
        "Particle Data Group, astrophysical constants: 410.7 photons in a cubic centimetre")
printed("SM10", "N=N_A V=0.0247896 m=39.948*u T=298.15", "154.85", "CODATA key values: argon 154.846 J/(mol K)")
computed("SM18", "E_s=1e-19 mu_c=1e-19 T=300", 0.5)
computed("SM3", "f_q=3 N=6.02214076e23 T=273.15", 1.5 * R * 273.15)
computed("SM2", "W_m=1024", k_B * 10 * log(2))

# physical_chemistry
printed("CHE1", "M_1=0.34903 M_2=0.35204", "1.0043", "Uranium hexafluoride: separation factor 1.0043")
printed("CHE6", "i_v=1 K_f=1.86 b_s=1", "1.86", ATKINS + "table 5.2: water freezes 1.86 K lower")
printed("CHE5", "i_v=1 b_s=1 T_b=373.15 M_s=0.018015 H_v=40657", "0.513", ATKINS + "ch. 5: water boils 0.513 K higher")
printed("CHE7", "i_v=1 c_s=1 T=310.15", "19.3*mmHg",
        "Guyton and Hall, Medical Physiology, ch. 4: 19.3 mmHg a milliosmole")
printed("CHE10", "G_0=79.89e3 T=298.15", "1.0e-14", ATKINS + "ch. 6: ion product of water from 79.89 kJ/mol")
printed("CHE18", "pK_a=4.76 c_b=100 c_a=100", "4.76", ATKINS + "ch. 6: acetate buffer of equal parts, 4.76")
printed("CHE19", "c_a=1e-5 pK_w=14", "6.98", "Harris, Quantitative Chemical Analysis, ch. 8: 1e-8 M acid has pH 6.98")

# electrochemistry
printed("ELC1", "E_0=0 T=298.15 Q_r=0.1 z_e=1", "0.0592", ATKINS + "ch. 6: 59.2 mV a decade at 25 degrees")
printed("ELC2", "eta_c=1 I_c=1 t=1 M=0.1078682 z_e=1", "1.118e-6",
        "International ampere of 1908: 1.118 mg of silver a second")
printed("ELC12", "eps_r=78.4 T=298.15 I_s=100", "0.96e-9",
        "Israelachvili, Intermolecular and Surface Forces, ch. 14: 0.1 M, 0.96 nm")
printed("ELC12", "eps_r=78.4 T=298.15 I_s=1000", "0.304e-9",
        "Israelachvili, Intermolecular and Surface Forces, ch. 14: 0.304 nm/sqrt(M)")
printed("ELC19", "z_e=2 E_c=1.10", "-212e3", ATKINS + "ch. 6: Daniell cell, -212 kJ/mol")
printed("ELC4", "T=298.15 j_e=10 j_0=1 a_t=0.5", "0.118",
        "Bard and Faulkner, Electrochemical Methods, ch. 3: 118 mV a decade")

# chemical_kinetics
computed("CHK4", "A_0=1000 k_r=9.2e-3 t=100", 1000 * exp(-0.92))
computed("CHK1", "A_f=1e13 E_a=1e5 T=500", 1e13 * exp(-1e5 / (R * 500)))
computed("CHK8", "k_1=0.2 k_2=0.1", 10 * log(2))
computed("CHK13", "V_m=1e-3 S=0.5 K_M=0.5", 5e-4)
computed("CHK16", "D_a=1e-9 D_b=1e-9 R_r=5e-10", 4 * pi * N_A * 1e-18)
computed("CHK9", "A_0=100 k_b=0.1 k_f=0.3 t=5", 100 * (0.1 + 0.3 * exp(-2)) / 0.4)

# mass_transfer
computed("MTR4", "T=298.15 mu_v=8.9e-4 r_h=1e-9", k_B * 298.15 / (6 * pi * 8.9e-13))
computed("MTR11", "x_D=0.95 x_B=0.05 alpha_r=2.5", 2 * log(19) / log(2.5))
computed("MTR8", "D_c=2e-9 t_c=0.1", 2 * sqrt(2e-8 / pi))
computed("MTR18", "D_c=1e-9 r_t=1e-4 u_m=1e-3", 1e-9 + 1e-14 / 48e-9)
computed("MTR13", "A_f=1.5 n_s=4", (1.5**5 - 1.5) / (1.5**5 - 1))
computed("MTR5", "r_p=1e-8 T=300 M=0.028", 2e-8 / 3 * sqrt(8 * R * 300 / (pi * 0.028)))

# biophysics
HILLE = "Hille, Ion Channels of Excitable Membranes, table 1.2: "
printed("BIO1", "T=293.15 c_o=10 c_i=1 z=1", "58.17e-3", HILLE + "58.17 mV a decade at 20 degrees")
printed("BIO1", "T=310.15 c_o=10 c_i=1 z=1", "61.54e-3", HILLE + "61.54 mV a decade at 37 degrees")
STRYER = "Berg, Tymoczko and Stryer, Biochemistry, ch. 7, haemoglobin, 26 torr and 2.8: "
printed("BIO7", "K_h=26 L_f=100 n_H=2.8", "0.98", STRYER + "0.98 in the lungs")
printed("BIO7", "K_h=26 L_f=20 n_H=2.8", "0.32", STRYER + "0.32 in the tissue")
printed("BIO16", "eps_r=78.5 T=298.15", "0.7e-9",
        "Israelachvili, Intermolecular and Surface Forces, ch. 3: about 0.7 nm in water")
computed("BIO21", "m_b=70", 3.4 * 70**0.75)

# medical_physics
printed("MED1", "gamma_n=2.6752218708e8 B=1", "42.577478461e6", "CODATA 2022: proton, 42.577478461 MHz/T")
printed("MED1", "gamma_n=2.6752218708e8 B=1.5", "63.87e6", "Magnetic resonance at 1.5 T: 63.87 MHz")
printed("MED13", "m_b=70 H_b=1.70", "1.81", "DuBois 1916: 1.81 m^2 for 70 kg and 170 cm")
printed("MED16", "F_I=0.21 p_B=760*mmHg p_w=47*mmHg p_C=40*mmHg R_Q=0.8", "100*mmHg",
        "West, Respiratory Physiology, ch. 5: 100 mmHg")
printed("MED15", "V_O=250e-6/60 C_a=0.2 C_v=0.15", "5.0*1e-3/60",
        "Guyton and Hall, Medical Physiology, ch. 20: 5 litres a minute")
printed("MED6", "mu_t=0 mu_w=20", "-1000", "Air has -1000 Hounsfield units (Bushberg, ch. 10)")

# radiation_dosimetry
printed("RAD11", "n_f=30 d_f=2 R_ab=10", "72",
        "Hall and Giaccia, Radiobiology for the Radiologist: 30 times 2 Gy, 72 Gy")
printed("RAD11", "n_f=30 d_f=2 R_ab=3", "100",
        "Hall and Giaccia, Radiobiology for the Radiologist: 30 times 2 Gy, late 100 Gy")
printed("RAD2", "w_R=20 D=1e-3", "0.020", "ICRP Publication 103: weight 20 of alpha particles")
printed("RAD19", "n_e=3.343e29 z_p=1 beta_v=0.42820 I_m=75*eV", "7.3*MeV*100",
        "NIST PSTAR: protons of 100 MeV in water, 7.29 MeV/cm")
computed("RAD10", "alpha_r=0.3 D=2 beta_r=0.03", exp(-0.72))
computed("RAD9", "T_p=8 T_b=24", 6)

# environmental
EPA = "US EPA, conversion of gases at 25 degrees and 1 atmosphere: "
printed("ENV6", "x_g=1e-9 p=atm M_g=0.0479982 T=298.15", "1.96e-9", EPA + "1 ppb of ozone, 1.96 ug/m^3")
printed("ENV6", "x_g=1e-9 p=atm M_g=0.0460055 T=298.15", "1.88e-9", EPA + "1 ppb of nitrogen dioxide, 1.88 ug/m^3")
printed("ENV6", "x_g=1e-9 p=atm M_g=0.064066 T=298.15", "2.62e-9", EPA + "1 ppb of sulphur dioxide, 2.62 ug/m^3")
printed("ENV6", "x_g=1e-6 p=atm M_g=0.0280101 T=298.15", "1.145e-6", EPA + "1 ppm of carbon monoxide, 1.145 mg/m^3")
printed("ENV2", "L_0=1 k_d=0.23/day t=5*day", "0.68",
        "Metcalf and Eddy, Wastewater Engineering: 5 days are 68 % at 0.23 a day")
computed("ENV15", "log_Kow=4", 2.7)

# epidemiology_population
printed("EPI2", "R_0=15 E_v=1", "0.93", "Measles, reproduction number 15: 93 % (Anderson and May, ch. 4)")
printed("EPI3", "R_0=2", "0.797", "Final size for 2: 0.797 (Diekmann and Heesterbeek, ch. 1)")
printed("EPI3", "R_0=1.5", "0.583", "Final size for 1.5: 0.583 (Keeling and Rohani, ch. 2)")
printed("EPI3", "R_0=3", "0.940", "Final size for 3: 0.940 (Keeling and Rohani, ch. 2)")
printed("EPI7", "s_e=0.99 p_v=0.01 s_p=0.99", "0.50",
        "A test of 99 % on a prevalence of 1 %: half of the positive are ill")
computed("EPI9", "K_c=1000 N_0=10 r_g=0.5 t=4", 1000 / (1 + 99 * exp(-2)))

# exotic_states
computed("ESO6", "pi_e=0.02 beta=0.5 u_t=0.04 u_n=0.05 eps_t=0", 0.025)
computed("ESO14", "b0=-1 b1=0.5 w_ij=2 b2=0.25 z_i=2 z_j=2", 1 / (1 + exp(-1)))
computed("ESO18", "R0=20 alpha=1e-4 d=5000", 20 * exp(-0.5))
computed("ESO10", "r=0.5 K=100 div_D_grad_N=0 I=0 E=0 N_0=10 t=4", 100 / (1 + 9 * exp(-2)), 1e-6)
computed("ESO11", "m=0.1 b_s=0 b_d=0 a=0 D=0 lap_f=0 f_0=0.2 t=5", 1 - 0.8 * exp(-0.5), 1e-6)
