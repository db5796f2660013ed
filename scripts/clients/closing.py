def verify_by(node: Client, held: Answer, *, key: Optional[str] = None) -> Verdict:
    """Checks a receipt here, and has its value computed again by a node: best by one that did not seal it.

    What fails here is invalid, whatever that node says.
    """
    own = verify_receipt(held, key=key)
    if own.verdict == "invalid":
        return own
    try:
        said = node.request(OPERATIONS["verify"], held.raw).json()
    except (Problem, Unreachable) as error:
        return dataclasses.replace(own, reasons=(f"no node computed it again: {error}",))
    return dataclasses.replace(own, verdict=str(said["verdict"]), reasons=tuple(said["reasons"]))


def connect(data_dir: Optional[str] = None) -> Client:
    """The client of the node that runs on this machine, found through the api.json of its data directory."""
    folder = data_dir or os.environ.get("CALC_DATA_DIR") or os.path.expanduser("~/.local/share/calcmesh")
    try:
        with open(os.path.join(folder, "api.json"), encoding="utf-8") as file:
            found = json.load(file)
    except OSError as error:
        advice = "start one, or name it as Client(base_url, key)"
        raise Unreachable(f"no node runs with its data in {folder}: {advice}") from error
    return Client(found["http"], found["token"])


class AsyncClient:
    """The same for asyncio: each method of Client as a coroutine that runs on a thread.

    Methods that give items one by one (`iter_keys`, `follow`) are asynchronous iterators.
    """

    def __init__(self, base_url: str, key: Optional[str] = None, **options: Any):
        self.client = Client(base_url, key, **options)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.client, name)
        if name.startswith("iter_") or name == "follow":
            return functools.partial(_each_on_thread, method)

        async def call(*args: Any, **fields: Any) -> Any:
            return await asyncio.to_thread(method, *args, **fields)

        return call


async def _each_on_thread(method: Callable[..., Iterator[Any]], *args: Any, **fields: Any) -> AsyncIterator[Any]:
    items, end = method(*args, **fields), object()
    while True:
        item: Any = await asyncio.to_thread(functools.partial(next, items, end))
        if item is end:
            return
        yield item
