/** A place that files are dropped on. */
import { useState } from "preact/hooks";

interface DropPlace {
  /** Something is held over it. */
  readonly isOver: boolean;
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: () => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

export function useDrop(dropped: (held: DataTransfer | null) => void): DropPlace {
  const [isOver, setOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver: (event) => {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        event.preventDefault();
        setOver(false);
        dropped(event.dataTransfer);
      },
    },
  };
}
