/** Light, dark, or as the system has it. */
import { useState } from "preact/hooks";

const STORED = "calc.theme";
const NEXT: Readonly<Record<string, string>> = { system: "light", light: "dark", dark: "system" };

function applied(theme: string): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function stored(): string {
  try {
    const theme = localStorage.getItem(STORED) ?? "system";
    return Object.hasOwn(NEXT, theme) ? theme : "system";
  } catch {
    return "system";
  }
}

applied(stored());

export function ThemeButton() {
  const [theme, setTheme] = useState(stored);
  const next = NEXT[theme] ?? "system";
  const change = (): void => {
    applied(next);
    setTheme(next);
    try {
      localStorage.setItem(STORED, next);
    } catch {
      // Where nothing is kept, it holds for this page.
    }
  };
  return (
    <button type="button" class="button plain" onClick={change} title={`Change to: ${next}`}>
      <span class="more">Theme: </span>
      {theme}
    </button>
  );
}
