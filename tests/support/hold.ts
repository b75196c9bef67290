export interface Hold {
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
