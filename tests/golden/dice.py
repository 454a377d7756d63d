"""The second implementation of the generator `chacha8/1`, from the published algorithms; prints dice.txt.

    python3 tests/golden/dice.py > tests/golden/dice.txt
"""

M32, M64 = 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF
SEEDS = [0, 1, 2, 42, 1234, 0xFFFFFFFF, 0x123456789ABCDEF0, M64]


def key_of(seed):
    """`seed_from_u64` of rand_core: eight outputs of PCG32 XSH-RR, the state advanced before each."""
    words = []
    for _ in range(8):
        seed = (seed * 6364136223846793005 + 11634580027462260723) & M64
        x, turn = (((seed >> 18) ^ seed) >> 27) & M32, seed >> 59
        words.append(((x >> turn) | (x << (-turn & 31))) & M32)
    return words


def block(key, number):
    """One block of ChaCha with 8 rounds: 64-bit counter, 64-bit stream 0."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, number & M32, number >> 32, 0, 0]
    s = start[:]

    def quarter(a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & M32
            v = s[z] ^ s[x]
            s[z] = ((v << turn) | (v >> (32 - turn))) & M32

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & M32 for a, b in zip(s, start)]


def faces(words, sides, count):
    """Lemire's multiplication with rejection."""
    stream, rejected, out = iter(words), (1 << 32) % sides, []
    while len(out) < count:
        product = next(stream) * sides
        if product & M32 >= rejected:
            out.append((product >> 32) + 1)
    return out


def fnv(values):
    h = 0xCBF29CE484222325
    for value in values:
        h = ((h ^ value) * 0x100000001B3) & M64
    return h


streams = [[w for n in range(70) for w in block(key_of(seed), n)] for seed in SEEDS]
assert faces(streams[3], 6, 12) == [2, 5, 1, 6, 5, 3, 3, 4, 5, 2, 4, 1]
print("# FNV-1a of the first 1000 faces of each die (a row) and seed (a column), printed by dice.py.")
print("seeds", *SEEDS)
for sides in range(2, 101):
    print(f"d{sides}", *(f"{fnv(faces(words, sides, 1000)):016x}" for words in streams))
