/** A solver run by its screen, what the screen drew of the answer, and its receipt proved there. */
import { expect } from "chai";
import type { Page } from "playwright-core";
import { cardOf } from "../../protocol/solvers/cards.js";

/** A run of a solver, on the node or in the page, where the machine is busy. */
export const RUN_MS_MAX = 180_000;

/**
 * Of each canvas its title, whether it has more than one colour, and of a plot of series the titles
 * of its axes; of a map they are a part of its canvas, and stand in the file that it is saved as.
 */
const PICTURES = `[...document.querySelectorAll("figure.plot")].map((figure) => {
  const canvas = figure.querySelector("canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const colours = new Set(new Uint32Array(data.buffer));
  const axes = [...figure.querySelectorAll(".u-axis")].length;
  const across = figure.querySelector(".u-legend .u-label")?.textContent ?? "";
  const silent = [...figure.querySelectorAll(".u-legend .u-series:not(.edge) .u-value")].filter(
    ({ textContent }) => textContent === "",
  ).length;
  return {
    title: figure.querySelector("figcaption strong").textContent,
    colours: colours.size,
    isMap: figure.querySelector(".map") !== null,
    axes,
    across,
    silent,
  };
})`;

interface Picture {
  readonly title: string;
  readonly colours: number;
  readonly isMap: boolean;
  readonly axes: number;
  readonly across: string;
  /** Rows of the legend that say no value. */
  readonly silent: number;
}

function isPicture(value: unknown): value is Picture {
  return typeof value === "object" && value !== null && "colours" in value && "title" in value;
}

/** Text, ground, grid and something that is drawn. */
const COLOURS_MIN = 4;

/** The screen of a solver, without the page being loaded anew. */
async function showSolver(page: Page, id: string): Promise<void> {
  const path = `/solvers/${id}`;
  if (new URL(page.url()).pathname !== path) {
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
    await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
  }
  await page.waitForSelector(`h1 + code >> text="calc ${id}"`);
}

/**
 * Runs an example by its number, in a page of the console; value and pictures are held against its
 * card.
 */
export async function drawExample(page: Page, id: string, index: number): Promise<void> {
  const { examples = [] } = cardOf(id) ?? {};
  const where = `${id}, ${examples[index]!.title}`;
  await showSolver(page, id);
  if (examples.length > 1)
    await page.selectOption("label:has-text('Example') select", String(index));
  await page.waitForSelector("[data-plan=ok]");
  // The answer of the example before is none to this one.
  await page.evaluate("document.querySelector('[data-solved]')?.removeAttribute('data-solved')");
  await page.click("[data-run]");
  await page.waitForSelector("[data-solved]", { timeout: RUN_MS_MAX });
  const bits = await page.getAttribute("[data-solved]", "data-solved");
  const value = Buffer.from(bits ?? "", "hex").readDoubleBE(0);
  const { absolute = 0, relative, value: expected } = examples[index]!.expect;
  const off = Math.abs(value - expected);
  expect(off, where).to.be.at.most(relative * Math.abs(expected) + absolute);
  expect(await page.locator("[data-state=failed]").count(), where).to.equal(0);
  const found: unknown = await page.evaluate(PICTURES);
  if (!Array.isArray(found)) throw new Error("the page gave no list of pictures");
  for (const picture of found) {
    if (!isPicture(picture)) throw new Error("the page gave a picture without colours");
    const { across, axes, colours, isMap, silent, title } = picture;
    expect(title, where).not.to.equal("");
    expect(colours, `${where}: ${title}`).to.be.at.least(COLOURS_MIN);
    if (isMap) continue;
    expect(axes, `${where}: ${title}`).to.be.at.least(2);
    expect(across, `${where}: ${title}`).not.to.equal("");
    expect(silent, `${where}: ${title}`).to.equal(0);
  }
}

/** The receipt of the answer that is shown is computed again; a run that takes longer is asked for. */
export async function proveExample(page: Page, where: string): Promise<void> {
  const settled = "[data-verdict=valid], [data-verdict=invalid]";
  await page.waitForSelector(`${settled}, [data-again=asked]`, { timeout: RUN_MS_MAX });
  const ask = page.locator("[data-again=asked] button");
  if ((await ask.count()) > 0) await ask.click();
  await page.waitForSelector(settled, { timeout: RUN_MS_MAX });
  expect(await page.locator("[data-verdict=valid]").count(), where).to.equal(1);
}
