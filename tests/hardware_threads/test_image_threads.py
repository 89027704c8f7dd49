# SPDX-License-Identifier: Apache-2.0
"""bench/threads/image: each pixel of the output equals the pixel that NumPy computes from the same picture."""
import functools
import re
import subprocess

import numpy as np
import pytest

from metro import patch
from support import ROOT, slow_except, slow_if

APP = ROOT / "bench" / "threads" / "image"
WIDTH, HEIGHT = 320, 240
MOVES = 7                       # lines by which the picture moves per frame
LAPLACIANS = {3: np.array([[1, 1, 1], [1, -8, 1], [1, 1, 1]]),
              5: np.array([[0, 0, 1, 0, 0], [0, 1, 2, 1, 0], [1, 2, -16, 2, 1], [0, 1, 2, 1, 0], [0, 0, 1, 0, 0]])}

# Configuration, number of circuits (first the filter, then the display), number of circuits that make direct calls,
# more options.
SOFTWARE, ONE, TWO = ("original", 0, 0), ("original", 1, 0), ("original", 2, 0)
DIRECT, TICKLESS = ("contexts", 2, 2), ("tickless-contexts", 2, 1)
BURSTING = ("original", 2, 0, "--bus-bursting")


def name(case):
    (config, circuits, direct, *options), size, lines, buffers = case
    return " ".join([f"{config}, {circuits} circuits, {direct} direct, {size}x{size}, {lines} lines, {buffers} buffers",
                     *options])


def run_image_app(system, *macros, kernel=None):
    """Run the application and return the process. Its output has the displayed picture. kernel: a kernel tree in place
    of ours."""
    config, circuits, direct, *options = system
    options += ["--direct-calls", str(direct)] if direct else []
    options += ["--kernel", str(kernel)] if kernel else []
    return subprocess.run(
        [ROOT / "metro", "run", APP, "--config", config, "--threads", str(circuits), *options, "--max-cycles",
         "200000000", *(f"--define={macro}" for macro in ("SHOW=1u", "WARM=0u", *macros))],
        capture_output=True, stdin=subprocess.DEVNULL)


@functools.cache
def drawn_picture():
    """Return the picture that picture.S draws."""
    y, x = np.mgrid[-120:120, -160:160]
    seed, noise = 1, []
    for _ in range(WIDTH * HEIGHT):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        noise.append(seed >> 28)
    return ((x * x + y * y >> 6) + np.array(noise).reshape(HEIGHT, WIDTH) & 255).astype(np.uint8)


def expected_picture(picture, frame, size):
    """Return the displayed picture: rolled, filtered except for the edges, inverted."""
    grey = np.roll(picture.astype(int), -MOVES * frame, axis=0)
    edge, sums = size // 2, np.zeros((HEIGHT, WIDTH), int)
    inner = np.s_[edge:HEIGHT - edge, edge:WIDTH - edge]
    for dy in range(size):
        for dx in range(size):
            sums[inner] += LAPLACIANS[size][dy, dx] * grey[dy:HEIGHT + dy - 2 * edge, dx:WIDTH + dx - 2 * edge]
    return 255 - np.minimum(2 * np.minimum(abs(sums), 255), 255)


def picture_in(output):
    """Return the picture in the bytes of a PGM file."""
    head = re.match(rb"P5\n(?:#.*\n)*320 240\n255\n", output)
    assert head and len(output) == head.end() + WIDTH * HEIGHT
    return np.frombuffer(output, np.uint8, offset=head.end()).reshape(HEIGHT, WIDTH)


CASES = [(system, size, lines, buffers)
         for system in (SOFTWARE, ONE, TWO, DIRECT, TICKLESS, BURSTING) for size in (3, 5)
         for lines in (4, 20, 80) for buffers in (1, 2)]
QUICK = [(TWO, 5, 20, 2)]


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_except(CASES, QUICK, name))
def test_every_pixel_equals_numpys_result(case):
    check_every_pixel(*case)


def check_every_pixel(system, size, lines, buffers, kernel=None):
    run = run_image_app(system, f"SIZE={size}u", f"LINES={lines}u", f"BUFFERS={buffers}u", "FRAMES=2u", kernel=kernel)
    assert run.returncode == 0, (run.stdout[:300], run.stderr[-500:])
    implementation = b" SW-%s-%s:" % tuple(b"HW" if slot < system[1] else b"SW" for slot in range(2))
    assert implementation in run.stdout and b"\n# right\n" in run.stdout
    assert (picture_in(run.stdout) == expected_picture(drawn_picture(), 1, size)).all()


ON_A_TREE = [(False, TWO), (True, ("events", 2, 2)), (True, ONE), (True, DIRECT), (True, BURSTING)]


@pytest.mark.parametrize("case", slow_except(ON_A_TREE, ON_A_TREE[:2]))
def test_every_pixel_is_right_on_an_upstream_tree(case, upstream):
    is_patched, system = case
    check_every_pixel(system, 5, 20, 2, patch.patched(upstream) if is_patched else upstream)


@pytest.mark.slow
@pytest.mark.parametrize("system, size", [
    pytest.param(system, size, marks=slow_if(system != SOFTWARE))
    for system, size in ((SOFTWARE, 5), (TWO, 3), (TWO, 5))])
def test_picture_is_read_from_a_file(tmp_path, system, size):
    """The picture is random, so a misplaced pixel is found. Its middle has few greys, so not every result is black."""
    random = np.random.default_rng(7)
    picture = random.integers(0, 256, (HEIGHT, WIDTH), np.uint8)
    picture[:, 60:260] = 100 + picture[:, 60:260] // 32
    file = tmp_path / "noise.pgm"
    file.write_bytes(b"P5\n%d %d\n255\n" % (WIDTH, HEIGHT) + picture.tobytes())
    run = run_image_app(system, f'PICTURE="{file}"', f"SIZE={size}u", "LINES=8u", "FRAMES=1u")
    assert run.returncode == 0, (run.stdout[:300], run.stderr[-500:])
    output = picture_in(run.stdout)
    assert (output == expected_picture(picture, 0, size)).all() and len(np.unique(output)) > 100


def test_refuses_a_picture_of_another_size(tmp_path):
    file = tmp_path / "small.pgm"
    file.write_bytes(b"P5\n16 16\n255\n" + bytes(256))
    run = run_image_app(SOFTWARE, f'PICTURE="{file}"')
    assert run.returncode == 1 and b"the picture is no PGM of 320 x 240" in run.stdout
