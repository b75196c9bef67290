/** Something that waits until the test lets it go on. */
export interface Hold {
  /** Resolves once it was let go. */
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
