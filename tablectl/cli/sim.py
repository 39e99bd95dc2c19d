"""`tablectl sim`: one simulated device on a line of its own, for any program that drives it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import UnsupportedOperation
from pathlib import Path

import click

from drivers.layout import MAX_TEXT
from drivers.profile_form import Profile
from drivers.profiles import find, load
from drivers.wire import Timekeeper
from simulators.chance import split
from simulators.device import SimulatedDevice
from simulators.faults import FAULTS
from simulators.felt import Felt
from simulators.hands import Hands
from simulators.mounts import Mount, MountTrouble, PtyMount, TcpMount
from simulators.serving import serve
from simulators.workshop import build
from tablectl.cli.suggest import near
from tablectl.cli.trouble import ENVIRONMENT, Trouble
from tablectl.conformance.simulated import promised
from tablectl.words.settings import Device

LOCAL = "127.0.0.1"
OF_STACKS = ("short_stack", "long_stack")


def _visible(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (
        0 < len(value) <= MAX_TEXT and value.isascii() and value.isprintable()
    ):
        raise click.BadParameter(f"has 1 to {MAX_TEXT} visible ASCII characters")
    return value


def _fault_names(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    for name in names:
        if name not in FAULTS:
            hint = near(name, FAULTS) or f"there are: {', '.join(FAULTS)}"
            raise click.BadParameter(f"there is no fault {name!r}; {hint}")
    return names


def _address(
    _ctx: click.Context, _param: click.Parameter, value: str | None
) -> tuple[str, int] | None:
    if value is None:
        return None
    host, _, port = value.rpartition(":")
    if not port.isdecimal() or int(port) > 65_535:
        raise click.BadParameter(f"{value!r} is no [HOST:]PORT")
    return host.strip("[]") or LOCAL, int(port)


@click.command()
@click.argument("profile")
@click.option(
    "--link",
    type=click.Path(path_type=Path),
    help="A pseudo-terminal under this path; without --link and --tcp, under its own name.",
)
@click.option("--tcp", callback=_address, metavar="[HOST:]PORT", help="A TCP port instead.")
@click.option("--serial", callback=_visible, help="The serial number it says; made up without.")
@click.option(
    "--firmware",
    callback=_visible,
    help="The version it says, accepted by the profile or not; if left out, one that is.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all chance.")
@click.option(
    "--fault",
    "faults",
    default="",
    callback=_fault_names,
    metavar="NAME[,NAME]",
    help="What is wrong with it from the start (docs/simulators.md).",
)
@click.option(
    "--hands",
    type=click.Path(path_type=Path),
    help="A socket for programs that say the words of the console, as `tablectl conform` does.",
)
@click.option("--quiet", is_flag=True, help="Only where it is, and breaches of the protocol.")
def sim(
    profile: str,
    link: Path | None,
    tcp: tuple[str, int] | None,
    serial: str | None,
    firmware: str | None,
    seed: int,
    faults: tuple[str, ...],
    hands: Path | None,
    quiet: bool,
) -> None:
    """Simulate one device of PROFILE for any program to drive, until Ctrl-C.

    PROFILE is the name of one that comes with tablectl (`tablectl profile list`), or a YAML file.

    \b
      tablectl sim reference_sensing_shoe --link /tmp/shoe
      tablectl sim my_shoe.yaml --tcp 7001 --fault corrupt_bytes

    It tells every session, order and event in a line each, and every breach of the protocol.
    Words on its console do what hands do: load, draw 3, jam, unplug. Any other word is answered
    with the list of those that this device knows.
    """
    if link is not None and tcp is not None:
        raise click.UsageError("--link and --tcp are two lines, and a device has one")
    found = named_profile(profile)
    _check_stacks(found, faults)
    says = firmware or found.sample_firmware
    made = found.at(says)
    device = promised(made, serial or made.sample_serial, says)

    def bench(time: Timekeeper) -> tuple[SimulatedDevice, Hands]:
        felt = Felt(split(seed, "shuffle"))
        chance = split(seed, f"device {made.profile}")
        simulated = build(
            made.profile, device, made, time=time, felt=felt, chance=chance, strict=False
        )
        return simulated, Hands(simulated, felt, seed)

    def ready(url: str) -> None:
        click.echo(f"SIMULATED {_called(device)}: {made.title}")
        click.echo(f"SIMULATED on {url}")
        if faults:
            click.echo(f"SIMULATED with faults: {', '.join(faults)}")

    try:
        serve(
            bench,
            _mounting(link, tcp),
            faults=faults,
            ready=ready,
            say=_silent if quiet else click.echo,
            complain=lambda problem: click.echo(f"BREACH of the protocol: {problem}"),
            answer=lambda text: click.echo(f"> {text}"),
            console=_console(),
            hands_at=hands,
        )
    except MountTrouble as trouble:
        raise Trouble(trouble.code, str(trouble), exits=ENVIRONMENT) from trouble


def _called(device: Device) -> str:
    """What it says that it is; some say nothing about themselves."""
    firmware = f", firmware {device.firmware}" if device.firmware else ""
    return f"{device.model} {device.serial}".rstrip() + firmware


def _check_stacks(profile: Profile, faults: tuple[str, ...]) -> None:
    """A fault that could never come about is no fault that somebody can have asked for."""
    for name in faults:
        if name in OF_STACKS and profile.stack_size <= 1:
            why = f"{FAULTS[name].description}, and {profile.profile} gives no stacks"
            raise click.UsageError(f"--fault {name}: {why}")


def _silent(_: str) -> None:
    """Nobody wants to know."""


def named_profile(name: str) -> Profile:
    """The profile in this file, or of this name."""
    path = Path(name)
    return load(path) if path.suffix in (".yaml", ".yml") else find(name)


def _mounting(link: Path | None, tcp: tuple[str, int] | None) -> Callable[[SimulatedDevice], Mount]:
    if tcp is not None:
        host, port = tcp
        return lambda device: TcpMount(device, host, port)
    return lambda device: PtyMount(device, link)


def _console() -> int | None:
    """The descriptor of standard input, if there is one."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, UnsupportedOperation, ValueError):
        return None
