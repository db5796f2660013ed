"""Further facts, so that each domain has examples of five operators or more."""
from math import exp, log, sqrt

from rows import N_A, c, computed, k_B, pi, printed

COLLEGE = "OpenStax, College Physics, section "
DAS = "Das, Principles of Geotechnical Engineering, "
TR55 = "USDA TR-55, table 2-1: runoff in inches, curve number 80, "
PREM = "Dziewonski and Anderson, Preliminary reference Earth model (1981), below the crust: "

# kinematics
printed("KIN27", "tau=1.52e-6 v=0.950*c", "4.87e-6",
        COLLEGE + "28.2: a muon of 0.950 c lives 4.87 us for 1.52 us of its own")
printed("KIN29", "u=0.75*c v=0.5*c", "0.909*c", COLLEGE + "28.4: 0.750 c from a ship of 0.500 c is 0.909 c")
printed("KIN30", "v=sqrt(3)/2*c", "2.0000",
        "The Lorentz factor is 2 at 0.866 c; Taylor and Wheeler, Spacetime Physics, ch. 3")

# rigid_body_dynamics
printed("RBD37", "F=75*g_n v=1", "735.49875",
        "NIST Special Publication 811, appendix B: metric horsepower, 735.49875 W")
printed("RBD39", "m=M_earth r=R_earth", "9.7e37",
        "A uniform Earth would have 0.4 M R^2 = 9.7e37 kg m^2 (Turcotte and Schubert, ch. 5)")
computed("RBD41", "m=3 L=2", 4)

# oscillations
printed("OSC19", "omega_0=10 omega=10 zeta_d=0.2", "90.0*deg",
        "The lag at resonance is a right angle, at any damping (French, ch. 4)")
computed("OSC1", "k=100 m=4", 5)
computed("OSC8", "omega=2 A=0.5 x=0.3", 0.8)

# waves
printed("WAV8", "g=9.81 k=2*pi/156.1 H=4000", "0.628",
        "Swell of 10 s is 156 m long on deep water (WMO Guide to Wave Analysis)")
computed("WAV14", "A_1=3 A_2=4 phi=pi/2", 5)

# rocket_propulsion
printed("RKT21", "eta_s=1 E_s=1361 alpha_s=0 sigma_s=1", "9.08e-6",
        "Sunlight on a perfect mirror at 1 AU, 9.08 uPa (McInnes, Solar Sailing)")

# aerodynamics
printed("AER16", "T=100 r_f=1 gamma_a=1.4 M=2", "180.0",
        "NACA Report 1135: stagnation temperature ratio 1.800 at Mach 2")
printed("AER16", "T=100 r_f=1 gamma_a=1.4 M=3", "280.0",
        "NACA Report 1135: stagnation temperature ratio 2.800 at Mach 3")
printed("AER23", "Re_L=1e7", "0.00300", "Schlichting, Boundary-Layer Theory, ch. 21: 0.00300 at 1e7")

# fluid_mechanics
printed("FL21", "gamma_s=0.0728 theta=0 rho=1000 g=9.81 r_t=1e-3", "1.48e-2",
        "Water in glass rises 14.8 mm in a bore of 1 mm radius")
printed("FL38", "mu_ref=1.716e-5 T=300 T_ref=273 S_u=111", "1.85e-5",
        "Air at 300 K, 18.5 uPa s (White, Viscous Fluid Flow, ch. 1; CRC)")
computed("FL8", "r_p=1e-3 Delta_p=1000 mu_d=1e-3 L_p=1", pi * 1e-12 * 1000 / 8e-3)
computed("FL15", "rho=1.2 v=30 C_d=0.3 A=2", 324)

# beams_plates
printed("BP8", "q=1 L=1", "0.375",
        "Gere, Mechanics of Materials, ch. 10: the prop of a cantilever carries 3/8 of the load")
printed("BP19", "k_b=4 E_Y=200e9 h_p=0.01 b=1 nu_P=0.3", "72.3e6",
        "Timoshenko and Gere, ch. 9: 3.62 E (h/b)^2, steel plate")
computed("BP2", "q=1000 L=4 E_Y=200e9 I_z=1e-5", 5 * 1000 * 256 / (384 * 2e6))

# fracture_fatigue
printed("FRA8", "P=1 a=0.5 W=1 B=1", "9.66", "ASTM E399, table of the compact specimen: 9.66 at a/W = 0.5")

# geotechnical
printed("GEO12", "phi_s=30*deg delta_w=20*deg beta_s=0", "0.2973",
        DAS + "table of Coulomb's coefficient: 0.2973 (30, 20 degrees)")
printed("GEO12", "phi_s=30*deg delta_w=10*deg beta_s=0", "0.3085",
        DAS + "table of Coulomb's coefficient: 0.3085 (30, 10 degrees)")
printed("GEO13", "phi_s=30*deg OCR=1", "0.50", "Jaky 1944: 1 - sin 30 degrees")
printed("GEO16", "q_c=1 r_c=1 z=1", "0.646", DAS + "stress below a circular area: 0.646 at a depth of the radius")

# seismic
printed("SEI1", "K_b=131.5e9 G_s=68.2e9 rho=3381", "8.11e3", PREM + "8.11 km/s")
printed("SEI2", "G_s=68.2e9 rho=3381", "4.49e3", PREM + "4.49 km/s")

# power_and_machines
printed("PWR21", "R_k=0 X_k=1 I_k=1", "2.83", "IEC 60909: peak 2 sqrt(2) of the current where there is no resistance")

# statistical_mechanics
printed("SM16", "p=atm T=300 m=28.0134*u", "2.9e27",
        "Nitrogen of one atmosphere, 2.9e23 impacts on 1 cm^2 a second (O'Hanlon, ch. 2)")

# chemical_kinetics
printed("CHK3", "T=298.15 Delta_S=0 Delta_H=0", "6.21e12",
        "Atkins and de Paula, Physical Chemistry, ch. 18: k T/h is 6.21e12 1/s at 298.15 K")
printed("CHK18", "z_a=1 z_b=1 I_s=1", "1.02", "Atkins and de Paula, Physical Chemistry, ch. 18: 2 A = 1.02")
printed("CHK21", "k_r=1 tau_r=1 N_t=1", "0.500",
        "Levenspiel, Chemical Reaction Engineering, ch. 5: one stirred tank, 1/(1 + k tau)")

# mass_transfer
printed("MTR9", "r_s=1e-3 k_1=1 D_e=1e-8", "0.270",
        "Fogler, Chemical Reaction Engineering, ch. 15: 0.27 for a modulus of 10")
printed("MTR9", "r_s=1e-3 k_1=0.01 D_e=1e-8", "0.939",
        "Effectiveness of a sphere of modulus 1, 0.939 (Bird, Stewart and Lightfoot, ch. 18)")
printed("MTR4", "T=298.15 mu_v=8.9e-4 r_h=4.7e-10", "5.2e-10",
        "Sucrose in water of 25 degrees, 5.2e-10 m^2/s (CRC Handbook)")
printed("MTR5", "r_p=1 T=1 M=0.001", "97.0", "Satterfield: 9700 r sqrt(T/M) cm^2/s with r in cm")

# metallurgy
printed("MT6", "T=873.15 C_HJ=20 t=3600", "17.5e3", "Hollomon and Jaffe 1945: 600 degrees for an hour are 17.5e3")

# nuclear
printed("NUC9", "A_m=197", "7.0e-15", "Krane, Introductory Nuclear Physics, ch. 3: gold, 7 fm")
printed("NUC23", "t_s=1 T_o=1e8", "0.06", "Todreas and Kazimi, Nuclear Systems, ch. 3: 6 % just after shutdown")
computed("NUC1", "N_0=8000 t=17190*yr T_h=5730*yr", 1000)

# magnetic_materials
computed("MAG2", "C_c=1.2 T=400 theta_c=100", 0.004)
computed("MAG12", "lambda_s=-35e-6 theta=0", -35e-6)
computed("MAG16", "tau_0=1e-9 K_u=1e5 V=1e-24 T=300", 1e-9 * exp(1e-19 / (k_B * 300)))

# biophysics
STRYER = "Berg, Tymoczko and Stryer, Biochemistry, ch. 18: "
printed("BIO22", "V_m=0.14 T=298.15 Delta_pH=-1.4", "0.22", STRYER + "0.14 V and 1.4 units of pH are 0.22 V")
computed("BIO12", "T=298.15 x_e=5e-7 L_c=1e-6 P_l=5e-8", 1.25 * k_B * 298.15 / 5e-8)

# environmental
printed("ENV11", "P_s=5*inch CN_s=80", "2.89*inch", TR55 + "5.0 inches of rain: 2.89")
printed("ENV11", "P_s=3*inch CN_s=80", "1.25*inch", TR55 + "3.0 inches of rain: 1.25")
computed("ENV8", "w_d=0.1 A_c=500 Q_g=20", 1 - exp(-2.5))
computed("ENV13", "N_0=1e6 k_W=100 C_d=1e-3 t=60", 1e6 * exp(-6))

# epidemiology_population
printed("EPI4", "s_0=1 i_0=0 R_0=2", "0.153",
        "Greatest prevalence for 2: 1 - (1 + ln 2)/2 = 0.153 (Keeling and Rohani, ch. 2)")
computed("EPI15", "M_k=99 C_k=79 R_k=19", 399)
computed("EPI13", "a_s=0.5 N_p=20 t_h=0.4", 2)

# superconductivity
computed("SUP13", "I_c=1e-6 Phi=0", 2e-6)

# exotic_states
computed("ESO17", "delta=0 phi=0.5 L=1 lambda=0.5 gamma=0.4 A_max=10 eta_spillover=0 A_0=1 t=5",
        10 / (1 + 9 * exp(-2)), 1e-6)
computed("ESO2", "s=0.3 delta=0.1 alpha=0.5 L=4 g=0 K_0=1 A_0=1 t=10", (6 - 5 * exp(-0.5)) ** 2, 1e-6)
