"""Facts of atoms, nuclei, particles, solids, plasmas, stars and the universe."""
from math import asinh, exp, log, sqrt

from rows import F, G, R, a_0, c, computed, eV, hbar, k_B, m_e, mu_0, mu_B, pi, printed, q_e, refused

CODATA = "CODATA 2022: "
PDG = "Particle Data Group, Review of Particle Physics, "
CALLISTER = "Callister and Rethwisch, Materials Science and Engineering, "

# atomic_physics
printed("AT2", "Z=1 n=1", "-13.605693123*eV", CODATA + "Rydberg constant times hc, 13.605693122990 eV")
printed("AT2", "Z=1 n=2", "-3.40*eV",
        "OpenStax, University Physics volume 3, section 6.4: -3.40 eV of the first excited level")
printed("AT3", "n=1 Z=1", "5.29177210544e-11", CODATA + "Bohr radius")
printed("AT4", "Z=1 n=1", "2.187691262e6", CODATA + "atomic unit of velocity, 2.18769126216e6 m/s")
printed("AT1", "M=m_p Z=1 n_1=2 n_2=3", "656.5e-9", "NIST Atomic Spectra Database: H-alpha in vacuum, 656.5 nm")
printed("AT1", "M=m_p Z=1 n_1=1 n_2=2", "121.57e-9", "NIST Atomic Spectra Database: Lyman-alpha, 121.57 nm")
printed("AT23", "Gamma=2*pi*6.0666e6", "146e-6", "Steck, Rubidium 87 D Line Data: Doppler limit 146 uK")
computed("AT7", "J=1.5 S=0.5 L=1", 4 / 3)

# nuclear
printed("NUC2", "m=1e-3 T_h=1600*yr M_m=0.2260254", "3.7e10", "The curie, activity of a gram of radium: 3.7e10 Bq")
printed("NUC7", "Z_p=2 N_n=2 m_a=4.002603254*u", "28.296*MeV",
        "Krane, Introductory Nuclear Physics, ch. 3: helium 4, 28.296 MeV")
printed("NUC7", "Z_p=1 N_n=1 m_a=2.014101778*u", "2.2246*MeV",
        "Krane, Introductory Nuclear Physics, ch. 4: deuteron, 2.2246 MeV")
printed("NUC7", "Z_p=26 N_n=30 m_a=55.934936*u", "492.26*MeV", "AME2020: iron 56, 8.7904 MeV a nucleon")
printed("NUC14", "A_m=12", "0.158", "Lamarsh and Baratta, Introduction to Nuclear Engineering, ch. 6: carbon 0.158")
printed("NUC14", "A_m=2", "0.725", "Lamarsh and Baratta, Introduction to Nuclear Engineering, ch. 6: deuterium 0.725")
printed("NUC15", "E_1=2*MeV E_2=0.025*eV xi_m=1", "18",
        "Lamarsh and Baratta: 18 collisions with hydrogen from 2 MeV to 0.025 eV")

# high_energy
printed("HEP13", "E_cm=GeV", "86.8e-37", PDG + "cross-section formulae: 86.8 nb/s with s in GeV^2, cut off", 1)
printed("HEP15", "m_l=1.883531627e-28", "4.6e5", PDG + "muon: lifetime 2.197 us, 4.55e5 a second (0.4 % radiative)")
printed("HEP8", "theta=10*deg", "2.44", "Pseudorapidity at 10 degrees, 2.44 (" + PDG + "kinematics)")
printed("HEP5", "M_f=4*m_p m_1=m_p m_2=m_p", "5.63*GeV",
        "Antiproton threshold on resting protons, 6 m_p c^2 = 5.63 GeV")
printed("HEP2", "m_1=m_p m_2=m_p E_1=7000*GeV", "115*GeV", "LHC beam of 7 TeV on a fixed target: 115 GeV (LHCb SMOG)")
printed("HEP22", "E_t=1*GeV m=m_e rho=1", "88.5*keV", "Sands 1970: 88.5 keV E^4/rho in GeV and metres")
printed("HEP22", "E_t=7000*GeV m=m_p rho=2804", "6.7*keV", "LHC Design Report, ch. 2: 6.7 keV a turn")

# molecular_physics
HUBER = "Huber and Herzberg, Constants of Diatomic Molecules (NIST WebBook): "
printed("MOL1", "m_1=1.00782503*u m_2=34.96885268*u", "0.97959*u", "Reduced mass of H35Cl, 0.97959 u; Atkins, ch. 11")
printed("MOL2", "mu_r=0.979593*u r_b=1.27455e-10", "10.593*100", HUBER + "H35Cl 10.5934 1/cm at 1.27455 A")
printed("MOL2", "mu_r=6.856209*u r_b=1.128323e-10", "1.9313*100", HUBER + "CO 1.93128 1/cm at 1.128323 A")
printed("MOL10", "B_r=1059.3 w_e=299095", "5.3*0.01", HUBER + "H35Cl 5.3e-4 1/cm")
printed("MOL11", "T=300 B_r=193.1", "7", "CO at 300 K: J = 7 is the fullest (Banwell, ch. 2)")
computed("MOL18", "r=5e-9 R_0=5e-9", 0.5)
computed("MOL9", "w_e=299095 w_x=5282", 299095**2 / (4 * 5282))

# solid_state
ASHCROFT = "Ashcroft and Mermin, Solid State Physics, "
printed("SS5", "n=8.47e28 m_s=m_e", "7.0*eV", ASHCROFT + "table 2.1: copper 7.00 eV")
printed("SS4", "n=8.47e28", "1.36e10", ASHCROFT + "table 2.1: copper 1.36e8 1/cm")
printed("SS9", "sigma_0=1 T=1", "2.44e-8", ASHCROFT + "ch. 2: Lorenz number 2.44e-8 W ohm/K^2")
printed("SS13", "M=1", "24.94", "Dulong-Petit, 3 R = 24.94 J/(mol K)")
printed("SS11", "T=1 Theta_D=100", "1.944e-3",
        "Kittel, Introduction to Solid State Physics, ch. 5: 1944 (T/theta)^3 J/(mol K)")
computed("SS3", "n=1e28 q_c=-q_e", -1 / (1e28 * q_e))

# crystal
printed("CRY1", "n_o=1 lambda=1.5405929e-10 d_p=3.135601e-10", "14.22*deg",
        "NIST SRM 640: silicon 111 at 28.44 degrees of 2 theta")
printed("CRY2", "a=5.431020511e-10 h_m=2 k_m=2 l_m=0", "1.920155716e-10", CODATA + "lattice spacing of silicon d_220")
printed("CRY7", "Z_f=8 M=0.0280855 V_c=5.431020511e-10**3", "2329", "Silicon, 2329 kg/m^3 (CRC Handbook)")
printed("CRY18", "V_a=100e3", "3.70e-12", "Williams and Carter, Transmission Electron Microscopy, table 1.2: 3.70 pm")
printed("CRY18", "V_a=200e3", "2.51e-12", "Williams and Carter, Transmission Electron Microscopy, table 1.2: 2.51 pm")
printed("CRY6", "h_1=1 k_1=0 l_1=0 h_2=1 k_2=1 l_2=1", "54.74*deg",
        "Etch angle of silicon, (100) to (111): 54.74 degrees")

# semiconductors
SZE = "Sze and Ng, Physics of Semiconductor Devices, "
printed("SC2", "r_m=1 T=300", "2.51e25", "2.51e19 1/cm^3 for the free mass at 300 K (" + SZE + "ch. 1)")
printed("SC9", "mu_n=0.135 T=300", "3.49e-3", "Electrons in silicon, 1350 cm^2/(V s): 34.9 cm^2/s (Streetman, ch. 4)")
printed("SC20", "T=300 C_d=0 C_ox=1e-2", "59.5e-3", SZE + "ch. 6: least swing, 59.5 mV a decade at 300 K")
printed("SC11", "E_0=1.17*eV alpha_V=4.73e-4*eV T=300 beta_V=636", "1.12*eV", SZE + "ch. 1: silicon 1.12 eV")
printed("SC11", "E_0=1.519*eV alpha_V=5.405e-4*eV T=300 beta_V=204", "1.42*eV", SZE + "ch. 1: gallium arsenide 1.42 eV")
computed("SC8", "D_n=3.5e-3 tau_n=1e-6", sqrt(3.5e-9))

# superconductivity
printed("SUP11", "V_j=1e-6", "483.5978484e6", CODATA + "Josephson constant 483597.8484e9 Hz/V")
printed("SUP14", "Delta_0=1.764*k_B", "1.86", "Clogston 1962, with 1.764 k_B T_c: 1.86 T a kelvin")
printed("SUP5", "xi=1/sqrt(2*pi)", "2.067833848e-15",
        CODATA + "magnetic flux quantum, the field of one quantum in 2 pi xi^2")
computed("SUP3", "B_0=0.08 T=4.2 T_c=7.2", 0.08 * (1 - (4.2 / 7.2) ** 2))
computed("SUP2", "lambda_0=4e-8 T=5 T_c=10", 4e-8 / sqrt(15 / 16))
computed("SUP10", "I_c=1e-6 phi=pi/6", 5e-7)

# magnetic_materials
CULLITY = "Cullity and Graham, Introduction to Magnetic Materials, table 2.2: "
printed("MAG9", "m_r=2", "0.1735", CULLITY + "c/a = 2, 0.1735, cut off", 1)
printed("MAG9", "m_r=5", "0.0558", CULLITY + "c/a = 5, 0.0558")
printed("MAG9", "m_r=10", "0.0203", CULLITY + "c/a = 10, 0.0203")
computed("MAG18", "B_r=1.2 mu_rec=1.05", 1.44 / (4.2 * mu_0))
computed("MAG11", "A_ex=2e-11 K_u=4.8e4", pi * sqrt(2e-11 / 4.8e4))
computed("MAG13", "K_u=4.8e4 M_s=1.7e6 psi=pi/4", 4.8e4 / (mu_0 * 1.7e6))

# materials_science
printed("MS1", "D_0=1.2e-4 Q_d=131e3 T=823", "5.8e-13", CALLISTER + "ch. 5: magnesium in aluminium at 550 degrees")
printed("MS2", "N_s=8.0e28 E_v=0.9*eV T=1273", "2.2e25", CALLISTER + "ch. 4: vacancies in copper at 1000 degrees")
printed("MS3", "w_s=0.012 w_0=0.0025 x=5e-4 D_T=1.6e-11 t=25400", "0.80*0.01",
        CALLISTER + "ch. 5: carbon 0.5 mm deep after 7.1 h")
printed("MS10", "gamma_s=0.132 T_m=1337 L_V=1.16e9 Delta_T=230", "1.32e-9", CALLISTER + "ch. 10: gold, 1.32 nm")
computed("MS9", "sigma_s=52e6 phi=pi/4 lambda_s=pi/3", 52e6 / sqrt(8))
computed("MS4", "sigma_e=3e8 eps_e=0.1", 3.3e8)

# metallurgy
computed("MT3", "w_C=0.002 w_Mn=0.012 w_Cr=0.001 w_Mo=5e-4 w_V=5e-4 w_Ni=0.0015 w_Cu=0.0015", 0.0046)
computed("MT4", "T_Ms=600 T=300", 1 - exp(-3.3))
computed("MT6", "T=873 C_HJ=20 t=36000", 873 * 21)
computed("MT7", "k_p=0.5 w_0=0.02 f_s=0.75", 0.02)
computed("MT1", "B_m=2e6 V=1e-3 A=0.06", 2e6 / 3600)
computed("MT10", "r_p=1e-7 f_v=0.01", 4e-5 / 3)

# plasma
NRL = "NRL Plasma Formulary, fundamental plasma parameters: "
printed("PL1", "n_e=1e6", "5.64e4", NRL + "5.64e4 sqrt(n) rad/s")
printed("PL2", "T_e=11604.518 n_e=1e6", "7.43", NRL + "7.43e2 sqrt(T/n) cm")
printed("PL4", "q=q_e B=1 m=m_e", "1.76e11", NRL + "1.76e7 B rad/s in gauss")
printed("PL4", "q=q_e B=1 m=m_p", "9.58e7", NRL + "9.58e3 B rad/s in gauss")
printed("PL6", "B=1e-4 rho=1e6*m_p", "2.18e9", NRL + "2.18e11 B/sqrt(n) cm/s")
printed("PL10", "I_p=15e6 a=2", "1.19e20", "ITER, 15 MA and 2 m: 1.19e20 1/m^3 (ITER Physics Basis)")
printed("PL20", "q=q_e m=m_e V_a=1 d=1", "2.334e-6", "Child-Langmuir constant of electrons, 2.334e-6 A/V^(3/2)")

# astrophysics
printed("AST3", "R_s=6.957e8 T_e=5772", "3.828e26", "IAU 2015 resolution B3: nominal solar luminosity 3.828e26 W")
printed("AST1", "m_app=-26.74 d=AU A_e=0", "4.83", "Absolute magnitude of the Sun, 4.83 (Carroll and Ostlie, ch. 3)")
printed("AST5", "p_a=0.7685*arcsec", "1.301*pc", "Gaia: Proxima Centauri, 768.5 milliarcseconds, 1.301 pc")
printed("AST4", "T_e=5772 R_s=6.957e8 a=AU A_B=0.306", "254", "NASA Earth fact sheet: black-body temperature 254.0 K")
printed("AST12", "M_s=M_sun kappa=0.03977", "1.26e31",
        "Eddington limit of a solar mass of hydrogen, 1.26e31 W (Frank, King and Raine, ch. 1)")
printed("AST13", "M_b=M_sun", "6.17e-8", "Hawking temperature of a solar mass, 6.17e-8 K")
printed("AST2", "F_1=100 F_2=1", "-5.0000", "Pogson 1856: a hundred times the light is five magnitudes")

# cosmology
printed("COS2", "H_z=1e5/Mpc", "1.87834e-26", PDG + "astrophysical constants: critical density")
printed("COS15", "T_0=2.7255 H_0=1e5/Mpc", "2.473e-5", PDG + "astrophysical constants: 2.473e-5 of photons")
printed("COS7", "Om_m=0.315 H_0=67.4e3/Mpc", "13.8*1e9*yr", "Planck 2018, VI: 13.8 thousand million years")
printed("COS18", "r_np=1/7", "0.25", "Weinberg, Cosmology, ch. 3: a quarter of helium for one neutron to seven protons")
printed("COS5", "Om_r=0 Om_m=0.3 Om_L=0.7", "-0.55", "Ryden, Introduction to Cosmology, ch. 6: -0.55")
computed("COS1", "H_0=70e3/Mpc d=10*Mpc", 7e5)

# quantum_field_theory
refused("QFT_COMMUTATION", "commutator")
refused("QFT_PATH_INTEGRAL", "path-integral")
refused("QFT_PROPAGATOR", "complex-value")
refused("QFT_SELF_ENERGY", "complex-value")
refused("QFT_WARD_IDENTITY", "tensor-equation")

# kernel
printed("LZ1", "bits_n=1 T=300", "2.87e-21", "Landauer 1961: 2.87e-21 J a bit at 300 K")
computed("LZ1", "bits_n=8 T=293.15", 8 * k_B * 293.15 * log(2))
computed("ON0", "t=100", 128)
computed("KO42", "t=0.777000777/4", 1.001, 1e-12)
computed("VX", "V=0.0182", -0.001 * 0.5)
computed("QL1", "delta_S=1e-6 S=2", 0.005)
