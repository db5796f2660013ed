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


#: Computations of one request, and what each may have there.
_BATCH_MAX = 250
_OF_A_BATCH = frozenset({"operators", "inputs", "uncertainties", "visibility", "unit"})
_Waiting = Tuple[Dict[str, Any], "asyncio.Future[ComputeResult]"]


class AsyncClient:
    """The same for asyncio: each method of Client as a coroutine that runs on a thread.

    Methods that give items one by one (`iter_keys`, `follow`) are asynchronous iterators. Computes that are
    asked for together, as by `asyncio.gather`, go to the node as one batch, and each is answered as if alone.
    """

    def __init__(self, base_url: str, key: Optional[str] = None, **options: Any):
        self.client = Client(base_url, key, **options)
        self._waiting: List[_Waiting] = []
        self._asking: Set[asyncio.Task[None]] = set()

    async def compute(self, **fields: Any) -> ComputeResult:
        """As Client.compute."""
        asked = {name: value for name, value in fields.items() if value is not UNSET}
        if "operators" not in asked or not asked.keys() <= _OF_A_BATCH:
            return await asyncio.to_thread(self.client.compute, **fields)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[ComputeResult] = loop.create_future()
        self._waiting.append((asked, future))
        if len(self._waiting) == 1:
            loop.call_soon(_send, self)
        return await future

    async def _ask(self, group: List[_Waiting]) -> None:
        reply = None
        if len(group) > 1:
            body = {"computations": [asked for asked, _ in group]}
            try:
                reply = await asyncio.to_thread(self.client.request, OPERATIONS["compute_batch"], body)
            except Problem:
                pass  # What one of them is refused for is no fault of the others: each is asked for alone.
            except Exception as error:  # noqa: BLE001
                for _, future in group:
                    _settle(future, error)
                return
        if reply is None:
            await asyncio.gather(*(self._alone(asked, future) for asked, future in group))
            return
        for (_, future), item in zip(group, reply.json()["answers"]):
            _settle(future, _outcome(item, reply.headers))

    async def _alone(self, asked: Dict[str, Any], future: asyncio.Future[ComputeResult]) -> None:
        try:
            _settle(future, await asyncio.to_thread(self.client.compute, **asked))
        except Exception as error:  # noqa: BLE001
            _settle(future, error)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.client, name)
        if name.startswith("iter_") or name == "follow":
            return functools.partial(_each_on_thread, method)

        async def call(*args: Any, **fields: Any) -> Any:
            return await asyncio.to_thread(method, *args, **fields)

        return call


def _send(client: AsyncClient) -> None:
    """What was asked for in this turn of the loop, in as many batches as it takes."""
    waiting, client._waiting = client._waiting, []
    for start in range(0, len(waiting), _BATCH_MAX):
        task = asyncio.ensure_future(client._ask(waiting[start:start + _BATCH_MAX]))
        client._asking.add(task)
        task.add_done_callback(client._asking.discard)


def _outcome(item: Dict[str, Any], headers: Mapping[str, str]) -> Union[ComputeResult, CalcError]:
    said = item.get("problem")
    if isinstance(said, dict):
        return _problem(said, int(said.get("status", 400)), None)
    answer = ComputeResult(item, 200, headers)
    if isinstance(item.get("refusal"), dict) or isinstance(item.get("inputError"), dict):
        return Refusal(answer)
    return answer


def _settle(future: asyncio.Future[ComputeResult], outcome: Union[ComputeResult, Exception]) -> None:
    if future.done():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


async def _each_on_thread(method: Callable[..., Iterator[Any]], *args: Any, **fields: Any) -> AsyncIterator[Any]:
    items, end = method(*args, **fields), object()
    while True:
        item: Any = await asyncio.to_thread(functools.partial(next, items, end))
        if item is end:
            return
        yield item
