/** One operator: its equation, what it needs, where it holds and whence it comes, and its example. */
import { engine } from "../engine/ask.js";
import type { InputField, OperatorCard } from "../engine/messages.js";
import { Equation } from "../parts/math.js";
import { useAsked } from "../connection/asked.js";
import { Quantity, Unit } from "../parts/number.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { addressFor, textOf } from "../engine/question.js";
import { Link, type ScreenProps } from "../connection/router.js";
import { worded } from "./operators.js";

function rangeText([low, high]: InputField["range"]): string {
  if (low === null && high === null) return "any";
  return `${low ?? "−∞"} to ${high ?? "∞"}`;
}

function Inputs({ inputs }: { readonly inputs: readonly InputField[] }) {
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>Symbol</th>
            <th>Meaning</th>
            <th>Unit</th>
            <th>Range</th>
            <th>Also</th>
          </tr>
        </thead>
        <tbody>
          {inputs.map((input) => (
            <tr key={input.name}>
              <td>
                <Equation class="small" text={input.name} />
              </td>
              <td>
                {input.description}
                {input.assumed === undefined
                  ? null
                  : ` (${input.assumed.value} unless given: ${input.assumed.reason})`}
              </td>
              <td>{input.unit === "1" ? "none" : <Unit text={input.unit} />}</td>
              <td class="number nowrap">{rangeText(input.range)}</td>
              <td class="digits">{input.aliases.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The example as a line of the box, each number with its unit. */
function exampleText({ example, id, inputs }: OperatorCard): string {
  const units = new Map(inputs.map(({ name, unit }) => [name, unit]));
  return textOf({
    operators: [id],
    inputs: Object.fromEntries(
      Object.entries(example.inputs).map(([name, value]) => {
        const unit = units.get(name) ?? "";
        return [name, unit === "" || unit === "1" ? value : `${value} ${unit}`];
      }),
    ),
  });
}

function Card({ card }: { readonly card: OperatorCard }) {
  const titles = Object.fromEntries(
    card.inputs.map(({ description, name, unit }) => [name, `${description} [${unit}]`]),
  );
  const { example, result } = card;
  return (
    <div class="page">
      <div class="section">
        <div class="head">
          <h1>{card.name}</h1>
          <code>{card.id}</code>
          <Link to={`/operators?${new URLSearchParams({ domain: card.domain })}`}>
            {worded(card.domain)}
          </Link>
        </div>
        <Equation isWide text={card.equation} titles={titles} />
        <p class="lead">{card.description}</p>
        <div class="buttons">
          <Link to={addressFor(exampleText(card))} class="button main">
            Try it
          </Link>
        </div>
      </div>
      {card.inputs.length === 0 ? null : (
        <section class="section" aria-labelledby="inputs">
          <h2 id="inputs">Inputs</h2>
          <Inputs inputs={card.inputs} />
        </section>
      )}
      <div class="columns">
        <section class="section" aria-labelledby="record">
          <h2 id="record">Record</h2>
          <dl class="facts">
            <dt>Result</dt>
            <dd>
              {result === null ? (
                "a statement without a value"
              ) : (
                <>
                  {result.symbol}, {worded(result.quantity)}{" "}
                  {result.unit === "1" ? "" : <Unit text={result.unit} />}
                </>
              )}
            </dd>
            <dt>Kind</dt>
            <dd>{worded(card.kind)}</dd>
            {card.validity === "" ? null : (
              <>
                <dt>Holds</dt>
                <dd>{card.validity}</dd>
              </>
            )}
            {card.relations.map((relation) => (
              <>
                <dt key={relation}>Demands</dt>
                <dd>{relation}</dd>
              </>
            ))}
            <dt>Source</dt>
            <dd>{card.reference}</dd>
            <dt>Example</dt>
            <dd>
              {example.value === null ? (
                `refused: ${example.refusal ?? ""}`
              ) : (
                <Quantity value={example.value} unit={result?.unit ?? null} />
              )}
            </dd>
          </dl>
        </section>
        {card.constants.length === 0 ? null : (
          <section class="section" aria-labelledby="constants">
            <h2 id="constants">Constants</h2>
            <dl class="facts">
              {card.constants.map(({ exact, name, symbol, uncertainty, unit, value }) => (
                <>
                  <dt key={symbol}>{symbol}</dt>
                  <dd>
                    {exact ? (
                      <Quantity value={value} unit={unit} />
                    ) : (
                      <Quantity value={value} unit={unit} uncertainty={uncertainty} />
                    )}
                    , {name}
                  </dd>
                </>
              ))}
            </dl>
          </section>
        )}
      </div>
    </div>
  );
}

export function Screen({ id }: ScreenProps) {
  const asked = useAsked(() => engine.card(id), [id]);
  if (asked.state === "loading") return <Loading what={`operator ${id}`} />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  if (asked.value === null)
    return (
      <Empty what={`The registry has no operator ${id}.`}>
        <Link to={`/operators?${new URLSearchParams({ q: id })}`}>Search for it</Link>
      </Empty>
    );
  return <Card card={asked.value} />;
}
