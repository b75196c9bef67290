/** A gate that holds something back until the test opens it. */
export interface Hold {
  /** Resolves when the gate opens. */
  released: Promise<void>;
  release: () => void;
}

export const hold = (): Hold => {
  let release = (): void => undefined;
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  return { released, release };
};
