/** Buttons that save what is seen. */
export interface Saved {
  /** `PNG`, `CSV`, ... */
  readonly as: string;
  readonly save: () => void;
}

export function Downloads({ forms }: { readonly forms: readonly Saved[] }) {
  return (
    <span class="buttons" role="group" aria-label="Save as">
      {forms.map(({ as, save }) => (
        <button key={as} type="button" class="button plain" onClick={save} data-save={as}>
          {as}
        </button>
      ))}
    </span>
  );
}
