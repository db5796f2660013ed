"""Facts of mechanics, orbits, rockets, fluids, structures and the ground."""
from math import acos, asinh, atan, cos, exp, log, log10, sin, sinh, sqrt, tan, tanh

from scipy.optimize import brentq
from scipy.special import iv, jv

from rows import G, M_sun, c, computed, deg, g_n, k_B, m_e, mu_0, pi, printed, q_e, yr

NIST = "NIST Special Publication 811, appendix B"
OPEN1 = "OpenStax, University Physics volume 1, section "
CALLISTER = "Callister and Rethwisch, Materials Science and Engineering, "

# kinematics
printed("KIN16", "v=1022 r=3.844e8", "2.72e-3", "Acceleration of the Moon towards the Earth, 2.72 mm/s^2 (g/3600)")
printed("KIN7", "H=4.9 g=9.8", "1.00", OPEN1 + "3.5: a body falls 4.9 m in the first second")
printed("KIN1", "v_0=0 a=9.80665 t=1", "9.80665",
        "Standard acceleration of gravity, CGPM 1901: 9.80665 m/s gained each second")
printed("KIN17", "omega=7.292115e-5 r=6378137", "465.1", "Speed of the Earth's equator by its rotation, 465.1 m/s")
computed("KIN8", "v_0=30 theta=pi/4 g=9.8", 900 / 9.8)
computed("KIN3", "v_0=0 a=9.8 d=10", sqrt(196))
computed("KIN24", "v=25 t_r=1.5 a_b=5", 25 * 1.5 + 625 / 10)

# newtonian_mechanics
printed("NM21", "m_1=5.9722e24 m_2=1 r=6.371e6", "9.82",
        "Gravity of the Earth at its mean radius, 9.82 m/s^2 (NASA Earth fact sheet)")
printed("NM21", "m_1=5.9722e24 m_2=7.346e22 r=3.844e8", "1.98e20", "Force between Earth and Moon, 1.98e20 N")
printed("NM24", "F=2446.521888393275 d=0.3048 theta=0", "745.6999",
        NIST + ": horsepower, 550 foot pound-force a second")
printed("NM25", "v_1=0 g=9.8 h_1=10 h_2=0", "14", OPEN1 + "8.3: 14 m/s after a fall of 10 m with g = 9.8")
printed("NM23", "m=9.1093837139e-31 v=5.9309689e5", "1.000*eV",
        "An electron of 1 eV has 593.1 km/s (CODATA: sqrt(2 e/m_e))")
computed("NM27", "m_1=3 v_1=4 m_2=1 v_2=-2", (12 - 2) / 4)

# rigid_body_dynamics
printed("RBD3", "I_a=8.034e37 omega=7.292115e-5", "2.14e29",
        "Rotational energy of the Earth, 2.14e29 J (moment 8.034e37 kg m^2)")
printed("RBD32", "m=1 g=g_n", "9.80665", NIST + ": kilogram-force, 9.80665 N")
printed("RBD32", "m=pound g=g_n", "4.44822", NIST + ": pound-force, 4.448222 N")
computed("RBD24", "g=9.8 theta=pi/6 k=sqrt(0.4) r=1", 9.8 * 0.5 * 5 / 7)
computed("RBD22", "I_cm=1/12 m=1 g=9.8 d=0.5", 2 * pi * sqrt(2 / (3 * 9.8)))
computed("RBD6", "m=3 L=2 theta=pi/2", 1.0)

# analytical_mechanics
printed("LH23", "p=0 m=m_e", "0.51099895069*MeV", "CODATA 2022, electron mass energy equivalent in MeV")
printed("LH23", "p=0 m=m_p", "938.27208943*MeV", "CODATA 2022, proton mass energy equivalent in MeV")
printed("LH21", "m=pound g=g_n H=foot", "1.355818", NIST + ": foot pound-force, 1.355818 J")
printed("LH18", "n=-1 V_avg=-27.2*eV", "13.6*eV",
        "Hydrogen: the mean kinetic energy is half of 27.2 eV (virial theorem)")
computed("LH19", "n=1", pi / 2)
computed("LH22", "m=m_e v=0.6*c", 0.75 * m_e * c)

# oscillations
printed("OSC2", "L=1 g=g_n", "2.01", "Pendulum of one metre: 2.01 s; Halliday, Resnick and Walker, ch. 15")
printed("OSC2", "L=0.994 g=g_n", "2.00", "The seconds pendulum is 0.994 m long")
printed("OSC3", "L=g_n/39.47841760435743 g=g_n theta_0=pi/2", "1.1803",
        "Pendulum of 90 degrees: 1.18034 of the small-swing period (2 K(1/2)/pi)")
printed("OSC3", "L=g_n/39.47841760435743 g=g_n theta_0=pi/3", "1.0732",
        "Pendulum of 60 degrees: 1.0732 of the small-swing period")
computed("OSC16", "delta_l=0.5", 0.5 / sqrt(4 * pi**2 + 0.25))
computed("OSC6", "L=0.5 g=9.8", 2 * pi * sqrt(0.5 / 19.6))

# waves
printed("WAV10", "g=9.81 sigma=0.0728 rho=998", "0.23",
        "Lamb, Hydrodynamics, section 267: least speed of waves on water, 23 cm/s")
printed("WAV15", "f_1=442 f_2=440", "2.0000", OPEN1 + "17.6: beats are the difference of the frequencies")
printed("WAV1", "f=440 lambda=0.78", "343", "A4 of 440 Hz is 78 cm long in air with 343 m/s; " + OPEN1 + "17.2")
computed("WAV3", "F_T=100 mu=0.01", 100)
computed("WAV5", "n=2 F_T=81 mu=0.01 L=0.65", 90 / 0.65)
computed("WAV12", "mu_1=0.001 mu_2=0.004", -1 / 3)

# acoustics
printed("AC1", "p=1", "94", "IEC 60942, sound calibrators: 94 dB is 1 Pa")
printed("AC3", "J_s=1e-6", "60", OPEN1 + "17.3, table of intensity levels: normal conversation, 60 dB")
printed("AC3", "J_s=1", "120", OPEN1 + "17.3, table of intensity levels: threshold of pain, 120 dB")
printed("AC4", "gamma_s=1.4 T=293.15 M=0.02897", "343", OPEN1 + "17.2: sound in air of 20 degrees, 343 m/s")
printed("AC4", "gamma_s=1.4 T=273.15 M=0.02897", "331", OPEN1 + "17.2: sound in air of 0 degrees, 331 m/s")
printed("AC23", "n_m=60 f_A=440", "261.63", "Middle C in equal temperament with A4 of 440 Hz (ISO 16): 261.63 Hz")
printed("AC22", "L_N=50", "2.0000", "ISO 532 and Stevens: 50 phon are 2 sone")

# orbital_mechanics
printed("ORB3", "mu_g=3.986004418e14 r=6.371e6", "11.2e3", OPEN1 + "13.3: escape speed of the Earth, 11.2 km/s")
printed("ORB3", "mu_g=4.9028e12 r=1.7374e6", "2.38e3", "NASA Moon fact sheet: escape speed 2.38 km/s")
printed("ORB2", "a=42164e3 mu_g=3.986004418e14", "8616e1",
        "Curtis, Orbital Mechanics, ch. 2: geostationary radius 42,164 km, one sidereal day")
printed("ORB2", "a=AU mu_g=1.32712440018e20", "365.257*day",
        "Gaussian year, 365.2569 days, for a semi-major axis of 1 AU")
printed("ORB1", "mu_g=3.986004418e14 r=6.778e6 a=6.778e6", "7.67e3",
        "International Space Station at about 407 km: 7.67 km/s")
printed("ORB20", "T_1=365.256*day T_2=686.980*day", "779.9*day", "NASA Mars fact sheet: synodic period 779.94 days")
printed("ORB11", "r_1=AU r_2=1.52368*AU mu_g=1.32712440018e20", "259*day",
        "Hohmann transfer from Earth to Mars, 259 days (Curtis, ch. 8)")

# rocket_propulsion
printed("RKT8", "gamma_s=1.4", "0.528", "Anderson, Modern Compressible Flow, ch. 3: p*/p_0 = 0.528 for air")
printed("RKT8", "gamma_s=1.2", "0.564", "Sutton and Biblarz, Rocket Propulsion Elements, ch. 3: 0.564 for 1.2")
printed("RKT20", "alpha_n=15*deg", "0.983",
        "Sutton and Biblarz, Rocket Propulsion Elements, ch. 3: 0.983 for a 15 degree cone")
computed("THRUST_TSIOLKOVSKY", "v_e=3000 m_0=10 m_f=2", 3000 * log(5))
computed("RKT2", "F_t=2279e3 m_dot=514 g_0=g_n", 2279e3 / (514 * g_n))
computed("RKT14", "v_e=1e8 m_0=20 m_f=1", c * tanh(1e8 / c * log(20)))

# relativity
printed("GR36", "m=m_p v=0", "938.27208943*MeV", "CODATA 2022, proton mass energy equivalent in MeV")

# fluid_mechanics
printed("FL1", "p_0=0 rho=13595.1 g=g_n z=0.76", "101325",
        "760 mm of mercury of 13.5951 g/cm^3 are one atmosphere, 101,325 Pa")
printed("FL6", "C_v=1 g=9.8 z=10", "14.0", OPEN1 + "14.6: efflux below 10 m of water, 14.0 m/s with g = 9.8")
WHITE = "White, Fluid Mechanics, ch. 6, table of the smooth pipe: "
printed("FL10", "k_r=1e-12 Re=4000", "0.0399", WHITE + "0.0399 at 4000")
printed("FL10", "k_r=1e-12 Re=1e4", "0.0309", WHITE + "0.0309 at 1e4")
printed("FL10", "k_r=1e-12 Re=1e5", "0.0180", WHITE + "0.0180 at 1e5")
printed("FL10", "k_r=1e-12 Re=1e6", "0.0116", WHITE + "0.0116 at 1e6")
printed("FL12", "Re=1e5", "0.0178", "Schlichting, Boundary-Layer Theory, ch. 20: Blasius, 0.0178 at 1e5")

# hydraulics
printed("HYD9", "C_d=1 b_w=1 g=9.81 H_t=1", "1.705",
        "Chow, Open-Channel Hydraulics, ch. 3: ideal broad-crested weir, 1.705 b H^(3/2)")
printed("HYD7", "C_d=0.62 b_w=1 g=9.81 H_w=1", "1.83", "Rectangular weir, 1.83 b H^(3/2) for a coefficient of 0.62")
printed("HYD8", "C_d=0.58 g=9.81 theta=pi/2 H_w=1", "1.37",
        "Right-angled notch, 1.37 H^(5/2) for a coefficient of 0.58")
computed("HYD3", "q_w=2 g=9.81", (4 / 9.81) ** (1 / 3))
computed("HYD1", "R_h=1.5 S_0=0.0009 n_M=0.013", 1.5 ** (2 / 3) * 0.03 / 0.013)
computed("HYD6", "y_2=2 y_1=0.5", 1.5**3 / 4)

# aerodynamics
ANDERSON = "Anderson, Fundamentals of Aerodynamics, "
printed("AER28", "a_i=1/3", "0.593", "Betz limit, 16/27 = 0.593; Burton and others, Wind Energy Handbook, ch. 3")
printed("AER12", "C_p0=-0.3 M=0.6", "-0.375", ANDERSON + "ch. 11: -0.3 at low speed becomes -0.375 at Mach 0.6")
computed("AER3", "alpha_w=5*deg alpha_0=0", 2 * pi * 5 * deg)
computed("AER4", "a_0=2*pi e_s=1 AR=6", 2 * pi / (1 + 2 / 6))
computed("AER14", "alpha_w=5*deg M=3", 4 * 5 * deg / sqrt(8))
computed("AER26", "v=100 g=9.81", sqrt(2) * pi * 100 / 9.81)

# beams_plates
PIPE = "ASME B36.10 pipe, schedule 40 (AISC Steel Construction Manual): "
printed("BP4", "D_o=2.375*inch D_i=2.067*inch", "0.666*inch**4", PIPE + "NPS 2, 0.666 in^4")
printed("BP4", "D_o=4.5*inch D_i=4.026*inch", "7.23*inch**4", PIPE + "NPS 4, 7.23 in^4")
printed("BP4", "D_o=6.625*inch D_i=6.065*inch", "28.1*inch**4", PIPE + "NPS 6, 28.1 in^4")
computed("BP1", "F_c=1000 L=2 E_Y=200e9 I_z=1e-6", 1000 * 8 / (48 * 200e9 * 1e-6))
computed("BP14", "E_Y=200e9 h_p=0.01 nu_P=0.3", 200e9 * 1e-6 / (12 * 0.91))
ROOT = brentq(lambda x: jv(0, x) * iv(1, x) + iv(0, x) * jv(1, x), 3, 3.4)
computed("BP21", "D_p=18000 m_A=78 a=0.5", ROOT**2 * sqrt(18000 / 78) / (2 * pi * 0.25), 1e-5)

# structural
printed("ST6", "E_Y=200e9 nu=0.3", "76.9e9",
        "Steel of 200 GPa and 0.3: shear modulus 76.9 GPa (Hibbeler, Mechanics of Materials)")
printed("ST23", "f_c=28e6", "24.9e9", "ACI 318, section 19.2.2: 4700 sqrt(28) = 24.9 GPa")
printed("ST24", "h_f=0 delta_s=0.002", "2.0000", "A suddenly applied load doubles the static deflection (Gere, ch. 2)")
printed("ST20", "E_Y=200e9 t_s=0.001 r_s=1 nu=0.3", "121e6",
        "Timoshenko and Gere, Theory of Elastic Stability, ch. 11: 0.605 E t/r")
computed("ST12", "E_Y=200e9 I=1e-6 K_e=1 L=3", pi**2 * 200e9 * 1e-6 / 9)
computed("ST17", "a=100 L=50", 200 * sinh(0.25))

# fracture_fatigue
printed("FRA1", "E_Y=69e9 gamma_s=0.3 a=8.2e-6", "40e6", CALLISTER + "ch. 8: glass with a flaw of 8.2 um, 40 MPa")
printed("FRA19", "sigma=1e8 a=0.01 b=0.01", "3.0000e8",
        "Kirsch: three times the stress at a circular hole (Anderson, Fracture Mechanics, ch. 2)")
computed("FRA2", "Y_g=1 sigma=1e8 a=0.01", 1e8 * sqrt(pi * 0.01))
computed("FRA15", "s_a=1e8 S_e=2e8 s_m=1e8 S_u=4e8", 4 / 3)
computed("FRA4", "K_I=5e7 sigma_y=4e8", (5 / 40) ** 2 / pi)
computed("FRA17", "s_x=4e8 s_a=1e8", 2e8)

# composites
printed("CP1", "V_f=0.4 E_f=69e9 E_m=3.4e9", "30e9", CALLISTER + "ch. 16: 40 % glass in polyester, 30 GPa along")
printed("CP2", "V_f=0.4 E_f=69e9 E_m=3.4e9", "5.5e9", CALLISTER + "ch. 16: 40 % glass in polyester, 5.5 GPa across")
computed("CP9", "S_f=3.45e9 d_f=1e-5 tau_i=3e7", 3.45e9 * 1e-5 / 6e7)
computed("CP8", "w_f=0.6 rho_f=2540 rho_m=1200", (0.6 / 2540) / (0.6 / 2540 + 0.4 / 1200))
computed("CP14", "G_m=1.2e9 V_f=0.6", 3e9)
computed("CP11", "beta_c=5000 l_f=0.002", 1 - tanh(5) / 5)

# geotechnical
DAS = "Das, Principles of Geotechnical Engineering, "
printed("GEO14", "c_s=1 q_s=0 gamma_t=0 B_f=1 phi_s=30*deg", "30.14",
        DAS + "bearing capacity factors of 30 degrees: 30.14")
printed("GEO14", "c_s=0 q_s=1 gamma_t=0 B_f=1 phi_s=30*deg", "18.40",
        DAS + "bearing capacity factors of 30 degrees: 18.40")
printed("GEO14", "c_s=0 q_s=0 gamma_t=2 B_f=1 phi_s=30*deg", "22.40",
        DAS + "bearing capacity factors of 30 degrees (Vesic): 22.40")
printed("GEO15", "Q_p=1 z=1 r=0", "0.4775", DAS + "table of Boussinesq's factor: 0.4775 below the load")
printed("GEO15", "Q_p=1 z=1 r=0.5", "0.2733", DAS + "table of Boussinesq's factor: 0.2733 at r/z = 0.5")
computed("GEO11", "gamma_t=18000 z=5 c_s=0 phi_s=30*deg", 30000)
computed("GEO6", "G_s=2.65 e_v=0.65", 1)

# geophysical
printed("GPH3", "rho=1000 z_s=1", "4.19e-7",
        "Telford, Geldart and Sheriff, Applied Geophysics, ch. 2: 0.0419 mGal per metre and g/cm^3")
printed("GPH17", "lambda_m=45*deg", "63.4*deg", "Butler, Paleomagnetism, ch. 1: inclination 63.4 degrees at 45 degrees")
printed("GPH17", "lambda_m=30*deg", "49.1*deg", "Butler, Paleomagnetism, ch. 1: inclination 49.1 degrees at 30 degrees")
printed("GPH23", "a_E=6378137 e_2=0.00669437999014 phi=pi/2", "6399593.6258",
        "NIMA TR8350.2, WGS 84: polar radius of curvature 6,399,593.6258 m")
printed("GPH20", "eta_m=1.1e21 rho_m=3300 g=10 lambda_d=3e6", "4.4e3*yr",
        "Turcotte and Schubert, Geodynamics, ch. 6: 4,400 years and 3,000 km give 1.1e21 Pa s")
computed("GPH7", "rho_c=2800 z_m=4000 rho_m=3300", 2800 * 4000 / 500)

# seismic
printed("SEI5", "M_0=2e23", "9.5", "USGS: Chile 1960, magnitude 9.5, moment about 2e23 N m (Kanamori 1977)")
printed("SEI5", "M_0=5.3e22", "9.1", "Global CMT: Tohoku 2011, moment 5.3e22 N m, magnitude 9.1")
printed("SEI3", "v_S=1 nu=0.25", "0.92",
        "Shearer, Introduction to Seismology, ch. 8: 0.92 of the S speed for a Poisson solid")
computed("SEI2", "G_s=3e10 rho=2700", sqrt(3e10 / 2700))
computed("SEI1", "K_b=5e10 G_s=3e10 rho=2700", sqrt(9e10 / 2700))
computed("SEI17", "t_SP=10 v_P=6 v_S=3.5", 10 * 6 * 3.5 / 2.5)

# oceanography
printed("OCE8", "T=273.15 S_p=35 z=0", "1449.2", "Medwin 1975: 1449.2 m/s at 0 degrees and 35 of salt")
printed("OCE8", "T=283.15 S_p=35 z=0", "1490", "Sound in sea water of 10 degrees, 1490 m/s (Urick, ch. 5)")
printed("OCE13", "M_b=7.346e22 R_E=6.371e6 theta_z=0 M_E=5.9722e24 d_b=3.844e8", "0.36",
        "Pugh, Tides, Surges and Mean Sea-Level, ch. 3: equilibrium tide of the Moon, 0.36 m")
printed("OCE11", "rho=1025 g=9.81 H_s=1 T_e=1", "0.49e3",
        "Wave power of deep water, 0.49 H^2 T in kW/m (Falnes, ch. 4)")
computed("OCE1", "tau_w=0.1 rho=1025 f_c=1e-4", 0.1 / (1025 * 1e-4))
computed("OCE16", "L_b=50000 n_s=1 g=9.81 z_w=100", 100000 / sqrt(981))

# atmosphere_climate
WALLACE = "Wallace and Hobbs, Atmospheric Science, "
printed("ATM6", "g=9.81 c_p=1004", "9.8e-3", WALLACE + "ch. 3: dry adiabatic lapse rate 9.8 K/km")
printed("ATM8", "T=293.15", "23.4*100", WALLACE + "ch. 3: saturation over water at 20 degrees, 23.4 hPa")
printed("ATM14", "Omega_p=7.292e-5 phi=45*deg", "1.03e-4",
        "Holton, Dynamic Meteorology, ch. 2: 1.03e-4 1/s at 45 degrees")
printed("ATM22", "C_1=560 C_0=280", "3.7", "IPCC Third Assessment Report, ch. 6: 3.7 W/m^2 for doubled carbon dioxide")
printed("ATM21", "S_0=1361 A_p=0.3 eps_a=1", "303",
        "One grey layer over the Earth: 2^(1/4) times 255 K, 303 K (Hartmann, ch. 2)")
computed("ATM4", "T=250 p_0=1e5 p=5e4 kappa_a=0.286", 250 * 2**0.286)
