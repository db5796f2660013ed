"""Facts of electricity, light, control, signals, information and measurement."""
from math import atan, asin, cos, erfc, exp, log, log2, log10, sin, sqrt

from rows import F, R, c, computed, deg, eps_0, k_B, mu_0, pi, printed, q_e

OPEN2 = "OpenStax, University Physics volume 2, section "
OPEN3 = "OpenStax, University Physics volume 3, section "

# circuits
printed("CIR3", "rho=1.7241e-8 l=1 A=3.309e-6", "5.21e-3",
        "NBS Handbook 100, copper wire tables: AWG 12, 5.21 milliohm a metre")
printed("CIR3", "rho=1.7241e-8 l=1 A=5.261e-6", "3.28e-3",
        "NBS Handbook 100, copper wire tables: AWG 10, 3.28 milliohm a metre")
printed("CIR3", "rho=1.7241e-8 l=1 A=1e-6", "0.017241", "IEC 60028: annealed copper, 1/58 ohm for a metre of 1 mm^2")
printed("CIR16", "V_s=1 t=1e-3 R=1e3 C=1e-6", "0.632", OPEN2 + "10.5: 0.632 of the source after one time constant")
printed("CIR17", "V_0=1 t=1e-3 R=1e3 C=1e-6", "0.368", OPEN2 + "10.5: 0.368 is left after one time constant")
computed("CIR19", "L=1e-3 C=1e-9", 1 / (2 * pi * 1e-6))
computed("CIR5", "R_1=10 R_2=15", 6)

# electrostatics
printed("ES1", "q_1=q_e q_2=q_e r=5.29e-11", "8.2e-8", OPEN2 + "5.3: force in the hydrogen atom, 8.2e-8 N")
printed("ES2", "q_1=q_e q_2=-q_e r=a_0", "-27.211386*eV", "CODATA 2022: Hartree energy 27.211386245981 eV")
printed("ES15", "eps_r=1 A=1 d=1e-3", "8.85e-9", OPEN2 + "8.1: plates of 1 m^2 at 1 mm, 8.85 nF")
printed("ES17", "eps_r=1 r_a=6.371e6 r_b=1e15", "709e-6",
        "Capacitance of the Earth, 709 uF; Halliday, Resnick and Walker, ch. 25")
computed("ES20", "eps_r=1 E_f=3e6", eps_0 * 9e12 / 2)
computed("ES4", "q=1e-9 r=0.1", 1e-7 / (4 * pi * eps_0))

# magnetostatics
printed("MG1", "I_w=1 r=0.01", "2.00e-5", OPEN2 + "12.2: field 1 cm from 1 A, 20 uT")
printed("MG9", "I_1=1 I_2=1 d=1", "2.00e-7", "CGPM 1948, former definition of the ampere: 2e-7 N a metre")
printed("MG8", "N_t=130 I_w=1 r_c=0.15", "7.8e-4",
        "PASCO manual of the e/m apparatus: 0.78 mT per ampere, 130 turns of 15 cm")
printed("MG16", "B=1 mu_r=1", "3.98e5", "Energy of a field of 1 T in vacuum, 398 kJ/m^3 (Griffiths, ch. 7)")
computed("MG5", "mu_r=1 N_t=1000 I_w=2 L_c=0.5", 4000 * 1.25663706127e-6)
computed("MG11", "q=q_e v=1e6 B=0.5 theta=pi/2", q_e * 5e5)

# electromagnetic_waves
printed("EM1", "eps_r=1.333**2 mu_r=1", "2.25e8", OPEN3 + "1.1: light in water of index 1.333, 2.25e8 m/s")
printed("EM2", "mu_r=1 eps_r=1", "376.730313412", "CODATA 2022: characteristic impedance of vacuum")
printed("EM5", "rho=1.72e-8 omega=2*pi*60 mu_r=1", "8.5e-3",
        "Jackson, Classical Electrodynamics, ch. 5: copper at 60 Hz, 0.85 cm")
printed("EM13", "m_1=1 a=22.86e-3 n_1=0 b=10.16e-3", "6.557e9", "EIA WR-90 waveguide: cut-off 6.557 GHz")
printed("EM13", "m_1=1 a=72.136e-3 n_1=0 b=34.036e-3", "2.078e9", "EIA WR-284 waveguide: cut-off 2.078 GHz")
printed("EM19", "L_w=0.02 lambda=1", "0.316",
        "Balanis, Antenna Theory, ch. 4: dipole of a fiftieth of the wave, 0.316 ohm")

# geometric_optics
printed("OPG2", "n_1=1.333 n_2=1", "48.6*deg", OPEN3 + "1.4: critical angle of water, 48.6 degrees")
printed("OPG2", "n_1=2.419 n_2=1", "24.4*deg", OPEN3 + "1.4: critical angle of diamond, 24.4 degrees")
printed("OPG18", "n_d=1.516800 n_F=1.522376 n_C=1.514322", "64.17", "Schott data sheet N-BK7: Abbe number 64.17")
printed("OPG25", "f_l=0.5", "2.0000", OPEN3 + "2.5: half a metre of focal length is 2 dioptres")
printed("OPG15", "f_l=0.05 d_n=0.25", "6.0000",
        "A lens of 5 cm with the image at 25 cm magnifies 6 times; " + OPEN3 + "2.7")
computed("OPG1", "n_1=1 theta_1=30*deg n_2=1.333", asin(0.5 / 1.333))

# wave_optics
printed("OPW4", "lambda=550e-9 D=2.4", "2.80e-7", OPEN3 + "4.5: Hubble telescope at 550 nm, 2.80e-7 rad")
printed("OPW20", "n_2=1.5 n_1=1", "56.3*deg", "Hecht, Optics, ch. 8: Brewster's angle of glass of 1.5, 56.3 degrees")
printed("OPW20", "n_2=1.333 n_1=1", "53.1*deg", OPEN3 + "1.7: Brewster's angle of water, 53.1 degrees")
printed("OPW19", "n_r=1.5 k_x=0", "0.040", "Hecht, Optics, ch. 4: glass reflects 4 %")
printed("OPW21", "I_0=1 theta=60*deg", "0.25", OPEN3 + "1.7: a polariser at 60 degrees passes a quarter")
computed("OPW1", "lambda=633e-9 L=2 d=1e-4", 633e-9 * 2e4)

# lasers_photonics
SALEH = "Saleh and Teich, Fundamentals of Photonics, "
printed("PHO8", "n_g=1 L_r=0.3", "500e6", SALEH + "ch. 10: resonator of 30 cm, modes 500 MHz apart")
printed("PHO16", "a_c=1 V_f=2.405", "1.10", "Marcuse 1977: at cut-off the mode radius is 1.1 of the core's")
printed("PHO17", "D_c=17e-6 L_f=1000 delta_lambda=1e-9", "17e-12",
        "ITU-T G.652: 17 ps for a kilometre and a nanometre at 1550 nm")
printed("PHO12", "L_r=1 R_1=1 R_2=1", "0.0000", "Siegman, Lasers, ch. 19: a confocal resonator has g_1 g_2 = 0")
computed("PHO3", "n=1 w_0=1e-3 lambda=632.8e-9", pi * 1e-6 / 632.8e-9)
computed("PHO6", "P_b=1e-3 w=5e-4", 2e-3 / (pi * 25e-8))

# power_and_machines
printed("PWR3", "f=50 p_p=2", "157.08", "Four poles at 50 Hz: 1500 turns a minute, 157.08 rad/s (Fitzgerald, ch. 4)")
printed("PWR10", "f=1 N=1 Phi_m=1", "4.44", "Fitzgerald, Electric Machinery, ch. 2: 4.44 f N Phi")
printed("PWR23", "V_L=1 alpha_f=0 omega=314 L_c=0 I_d=1", "1.35",
        "Mohan, Undeland and Robbins, Power Electronics, ch. 5: 1.35 V_LL")
computed("PWR4", "omega_s=157 omega_r=150", 7 / 157)
computed("PWR24", "phi_1=0 thd=0.75", 0.8)
computed("PWR8", "T_k=100 s=0.1 s_k=0.2", 80)

# control_systems
OGATA = "Ogata, Modern Control Engineering, ch. 5, damping 0.6 and 5 rad/s: "
printed("CTL3", "zeta=0.6", "0.095", OGATA + "overshoot 0.095")
printed("CTL4", "omega_n=5 zeta=0.6", "0.785", OGATA + "peak time 0.785 s")
printed("CTL5", "omega_n=5 zeta=0.6", "0.55", OGATA + "rise time 0.55 s")
printed("CTL3", "zeta=0.5", "0.163", "Franklin, Powell and Emami-Naeini, ch. 3: 16.3 % of overshoot at 0.5")
printed("CTL16", "alpha_c=10", "54.9*deg",
        "Lead of at most 54.9 degrees for a ratio of 10 (Franklin and others, ch. 6)")
computed("CTL7", "zeta=0.5", 2 / sqrt(3))

# signal_processing
printed("SIG2", "n_b=16", "98.1", "6.02 n + 1.76 dB: 98.1 dB of 16 bits (Oppenheim and Schafer, ch. 4)")
printed("SIG2", "n_b=8", "49.9", "6.02 n + 1.76 dB: 49.9 dB of 8 bits (Oppenheim and Schafer, ch. 4)")
printed("SIG5", "f=1e3 f_c=1e3 n_f=4", "0.7071", "A Butterworth filter has 0.7071 at its cut-off, of any order")
printed("SIG17", "f_d=75e3 f_m=15e3", "180e3",
        "Carson's rule for broadcast FM, 180 kHz (Haykin, Communication Systems, ch. 2)")
printed("SIG24", "E_b=10**0.96 N_0=1", "1.0e-5",
        "Proakis, Digital Communications, ch. 5: 9.6 dB for an error rate of 1e-5")
printed("SIG18", "n_s=0 m_i=1", "0.7652", "Abramowitz and Stegun, table 9.1: J_0(1) = 0.7651976866")
computed("SIG21", "f=500 T_h=1e-3", 2 / pi)

# information_theory
COVER = "Cover and Thomas, Elements of Information Theory, "
printed("INF3", "p_e=0.11", "0.500", COVER + "ch. 7: a channel with 11 % of errors carries half a bit")
printed("INF2", "p_s=0.5", "2.0000", COVER + "ch. 2, problem of the coin flips: 2 bits")
printed("INF4", "p_z=0.5", "0.322", COVER + "ch. 7, problem of the Z-channel: 0.322 bits")
printed("INF18", "K_n=403291461126605635584000000 A_l=26 r_l=1.5", "28",
        "Shannon, Communication Theory of Secrecy Systems (1949): about 28 letters for simple substitution")
printed("INF5", "B_w=3000 M_l=2", "6000", "Tanenbaum and Wetherall, Computer Networks, ch. 2: 6000 bit/s in 3 kHz")
printed("INF7", "sigma_n=1", "2.047", "Normal distribution of deviation 1: 2.047 bits (" + COVER + "ch. 8)")

# computing
printed("CS44", "n=10 p=0.4", "1.56", "Hennessy and Patterson, Computer Architecture, section 1.9: 1.56")
printed("CS53", "n=23 d=365", "0.500", "The exponential estimate of 23 birthdays is one half (Feller, vol. 1, ch. 2)")

# metrology_statistics
TABLE = "Tables of critical values (NIST Engineering Statistics Handbook, section 1.3.6.7): "
printed("STA7", "nu=1 x_2=3.841", "0.0500", TABLE + "chi-squared 3.841 for 1 degree, 5 %")
printed("STA6", "nu=10 t_s=2.228", "0.0500", TABLE + "t of 2.228 for 10 degrees, two-sided 5 %")
printed("STA8", "nu_1=5 nu_2=10 F_s=3.326", "0.0500", TABLE + "F of 3.326 for 5 and 10 degrees, 5 %")
printed("STA5", "mu_x=0 x=1.96 sigma_x=1", "0.9750", TABLE + "normal distribution to 1.96, 0.9750")
printed("STA18", "R_0=100 T=373.15", "138.51", "IEC 60751: Pt100 at 100 degrees, 138.51 ohm")
printed("STA18", "R_0=100 T=473.15", "175.86", "IEC 60751: Pt100 at 200 degrees, 175.86 ohm")
computed("STA10", "n_t=10 k_s=5 p_s=0.5", 252 / 1024)
