/** The solvers by their pictures, each drawn from the solver's own answer. */
import { useState } from "preact/hooks";
import { useAsked } from "../connection/asked.js";
import { Empty, Failed, Loading } from "../parts/states.js";
import { Link, type ScreenProps } from "../connection/router.js";
import { pictureFor, solverCards, type SolverCard } from "../parts/solvers.js";
import "../style/solvers.css";

function matches({ id, primary, summary, title }: SolverCard, words: string): boolean {
  const text = `${id} ${title} ${summary} ${primary.name} ${primary.quantity}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function Screen(_props: ScreenProps) {
  const [words, setWords] = useState("");
  const asked = useAsked(() => solverCards(), []);
  if (asked.state === "loading") return <Loading what="the solvers" />;
  if (asked.state === "failed") return <Failed why={asked.why} retry={asked.again} />;
  const found = asked.value.filter((card) => matches(card, words));
  return (
    <div class="page">
      <div class="head">
        <h1>Solvers</h1>
        <span class="lead" role="status">
          {found.length} of {asked.value.length}
        </span>
      </div>
      <label class="control">
        Search
        <input
          class="input"
          type="search"
          data-box
          value={words}
          placeholder="heat, waves, a molecule, circuits"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      {found.length === 0 ? (
        <Empty what="No solver matches.">
          <button type="button" class="button" onClick={() => setWords("")}>
            Show all solvers
          </button>
        </Empty>
      ) : null}
      <ul class="gallery">
        {found.map((card) => {
          const picture = pictureFor(card.id);
          return (
            <li key={card.id}>
              <Link to={`/solvers/${card.id}`} class="picture">
                {picture === null ? null : (
                  <img src={picture} alt="" width={960} height={600} loading="lazy" />
                )}
                <strong>{card.title}</strong>
                <span>{card.summary}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
