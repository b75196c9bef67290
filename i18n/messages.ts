import type { FieldName, OwnResource, records } from '#contract/records.ts';

/** Every own resource and field of the contract has a label: a missing one does not compile. */
export type Labels = {
  [R in OwnResource]: {
    one: string;
    several: string;
    count: string;
    fields: Record<FieldName<R>, string>;
    /** What is said of its records in place of the texts for all. */
    said?: Partial<Record<'created' | 'saved' | 'deleted' | 'alreadyDeleted', string>>;
  };
};

type ChoicesIn<Fields> = {
  [F in keyof Fields]: Fields[F] extends { kind: 'choice'; values: readonly (infer W extends string)[] } ? W : never;
}[keyof Fields];
/** Every word of a choice has a label: a missing one does not compile. */
export type Words = Record<{ [R in OwnResource]: ChoicesIn<(typeof records)[R]['fields']> }[OwnResource], string>;

/** A translation has exactly the keys of the Russian catalogue. */
export type Translation<Source> = {
  [K in keyof Source]: Source[K] extends string ? string : Translation<Source[K]>;
};

/** The dotted keys of a catalogue. */
export type KeyOf<Tree> = {
  [K in keyof Tree & string]: Tree[K] extends string ? K : `${K}.${KeyOf<Tree[K]>}`;
}[keyof Tree & string];

export type Locale = 'ru' | 'en';
/** §9: default and fallback. */
export const DEFAULT_LOCALE: Locale = 'ru';
