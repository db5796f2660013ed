"""Peers that are programs or libraries of their own: MATPOWER in Octave, CalculiX, CaDiCaL, PicoSAT, MiniSat, Arb."""
import ctypes
import ctypes.util
import subprocess
import tempfile


def satisfy(command):
    """A solver of DIMACS files that says 10 for yes and 20 for no."""
    def peer(b):
        clauses = b["cnf"]
        file = tempfile.NamedTemporaryFile("w", suffix=".cnf")
        file.write(f"p cnf {max(abs(l) for c in clauses for l in c)} {len(clauses)}\n")
        file.write("".join(" ".join(map(str, c)) + " 0\n" for c in clauses))
        file.flush()

        def run():
            return {10: 1.0, 20: 0.0}[subprocess.run([*command, file.name], stdout=subprocess.DEVNULL,
                check=False).returncode]
        run.file = file
        return run
    return peer


def matpower(b):
    """runpf of MATPOWER, which is on Octave's path; Octave's clock of processor time about a second run, so that
    reading and compiling what it calls are left out."""
    case, folder = b["case"], tempfile.TemporaryDirectory()
    wide = {"bus": 13, "gen": 21, "branch": 13}
    limits = {"bus": [1, 1.1, 0.9], "gen": [], "branch": [-360, 360]}

    def matrix(name):
        rows = []
        for row in case[name]:
            full = list(row) + limits[name][len(row) - wide[name]
                + len(limits[name]):] if len(row) < wide[name] and limits[name] else list(row)
            rows.append(" ".join(repr(x) for x in (full + [0] * wide[name])[:wide[name]]))
        return "[" + ";\n".join(rows) + "]"
    with open(f"{folder.name}/job.m", "w", encoding="utf8") as file:
        file.write(f"mpc.version = '2'; mpc.baseMVA = {case['baseMVA']};\n"
            + "".join(f"mpc.{name} = {matrix(name)};\n" for name in wide)
                   + "o = mpoption('verbose', 0, 'out.all', 0, 'pf.tol', 1e-10); r = runpf(mpc, o); t = cputime; r = "
                       "runpf(mpc, o);\n"
                   + "printf('%d %.17g %.17g\\n', r.success, cputime - t, sum(r.branch(:, 14) + r.branch(:, 16)));\n")

    def run():
        out = subprocess.run(["octave", "--no-gui", "-qf", f"{folder.name}/job.m"], capture_output=True, text=True,
            check=True).stdout
        success, spent, loss = out.split()[-3:]
        if success != "1":
            raise RuntimeError("runpf has not converged")
        return float(loss) * 1e6, float(spent)
    run.folder = folder
    return run


def calculix(b):
    """The same bilinear mesh in plane stress (CPS4), CalculiX's own direct solver. It makes bricks of the elements,
    which are in plane stress when they are thin."""
    (nx, ny), folder, thin = b["mesh"], tempfile.TemporaryDirectory(), 1e-3
    name = f"{folder.name}/job"
    at = lambda i, j: i * (ny + 1) + j + 1
    end = [at(nx, j) for j in range(ny + 1)]
    weights = [(0.5 if j in (0, ny) else 1) / ny for j in range(ny + 1)]
    with open(f"{name}.inp", "w", encoding="utf8") as file:
        file.write("*NODE, NSET=ALL\n" + "".join(f"{at(i, j)}, {b['L'] * i / nx!r}, {b['H'] * j / ny!r}, 0\n"
                                                 for i in range(nx + 1) for j in range(ny + 1)))
        file.write("*ELEMENT, TYPE=CPS4, ELSET=BODY\n" + "".join(
            f"{i * ny + j + 1}, {at(i, j)}, {at(i + 1, j)}, {at(i + 1, j + 1)}, {at(i, j + 1)}\n" for i in range(nx)
                for j in range(ny)))
        file.write(
            f"*MATERIAL, NAME=M\n*ELASTIC\n{b['E']}, {b['nu']}\n*SOLID SECTION, ELSET=BODY, MATERIAL=M\n{thin}\n")
        file.write("*BOUNDARY\n" + "".join(f"{at(0, j)}, 1, 2\n" for j in range(ny + 1)))
        file.write("*STEP\n*STATIC\n*CLOAD\n" + "".join(f"{n}, 2, {-b['P'] * thin * w!r}\n" for n,
            w in zip(end, weights)))
        file.write(f"*NSET, NSET=TIP\n{end[ny // 2]}\n*NODE PRINT, NSET=TIP\nU\n*END STEP\n")

    def run():
        subprocess.run(["ccx", "-i", name], stdout=subprocess.DEVNULL, check=True, cwd=folder.name)
        with open(f"{name}.dat", encoding="utf8") as file:
            return -float(file.read().split()[-2])
    run.folder = folder
    return run


def arb():
    """Arb's functions and its numbers: a midpoint of four words, a radius of two."""
    library = next(filter(None, map(ctypes.util.find_library, ("flint-arb", "arb", "flint"))))
    return ctypes.CDLL(library)


def arb_zeros(b):
    """acb_dirichlet_hardy_z_zeros with 64 bits: rigorous interval arithmetic, which proves what it answers."""
    library, words = arb(), 6
    library.arf_get_d.restype = ctypes.c_double
    first = ctypes.c_long(b["index"])
    zeros = (ctypes.c_long * words)()

    def run():
        library.acb_dirichlet_hardy_z_zeros(zeros, ctypes.byref(first), ctypes.c_long(1), ctypes.c_long(64))
        return float(library.arf_get_d(zeros, ctypes.c_int(4)))
    return run


def arb_list(b):
    """Both counts, then every zero between them; the last zero is kept, and how many there are is the answer."""
    library, words = arb(), 6

    def count(t):
        t_ball, n = (ctypes.c_long * words)(), (ctypes.c_long * words)()
        library.arb_set_si(t_ball, ctypes.c_long(t))
        library.acb_dirichlet_zeta_nzeros(n, t_ball, ctypes.c_long(64))
        library.arf_get_d.restype = ctypes.c_double
        return round(library.arf_get_d(n, ctypes.c_int(4)))

    def run():
        low, high = count(b["from"]), count(b["to"])
        first, zeros = ctypes.c_long(low + 1), (ctypes.c_long * (words * (high - low)))()
        library.acb_dirichlet_hardy_z_zeros(zeros, ctypes.byref(first), ctypes.c_long(high - low), ctypes.c_long(64))
        return float(high - low)
    return run


JOBS = {"cadical": satisfy(["cadical", "-q", "-n"]), "picosat": satisfy(["picosat", "-n"]),
    "minisat": satisfy(["minisat", "-verb=0"]),
        "matpower": matpower, "calculix": calculix, "arb_zero": arb_zeros, "arb_list": arb_list}
