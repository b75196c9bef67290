import { NumberInput } from 'react-admin';
import { describe, expectTypeOf, it } from 'vitest';
import type { Field, Kinds } from '#contract/fields.ts';
import { date, number, text } from '#contract/kinds.ts';
import { defineResource } from '#resources/engine/defineResource.tsx';
import { type CellProps, type InputProps, stockInput } from '#resources/fields/custom.tsx';
import * as drawn from '#resources/fields/kinds.ts';
import { definePlainView, type KindViews } from '#resources/fields/view.ts';
import type { StoredKinds } from '#server/records/kind.ts';
import * as stored from '#server/records/kinds.ts';

// Read by the type checker, never run: each marked line must not compile.

const icon = () => null;
const nothing = () => null;

describe('What a kind may not lack', () => {
  it('[H27] a kind of the contract is drawn by the client and kept by the server', () => {
    drawn satisfies KindViews;
    stored satisfies StoredKinds;
    const { date: _, ...undrawn } = drawn;
    // @ts-expect-error a kind that no screen draws
    undrawn satisfies KindViews;
    const { date: __, ...unkept } = stored;
    // @ts-expect-error a kind that the server does not keep
    unkept satisfies StoredKinds;
    const view = definePlainView('date', { Input: nothing, useCell: () => nothing, width: () => 0 });
    // @ts-expect-error a kind that lists are filtered by, without the editor of its filter
    ({ ...drawn, date: view }) satisfies KindViews;
  });

  it('[H27] a field is known by what its kind was told', () => {
    expectTypeOf(number({ readOnly: true }).readOnly).toEqualTypeOf<true>();
    expectTypeOf(text({ required: true }).max).toEqualTypeOf<number>();
    expectTypeOf(date().kind).toEqualTypeOf<'date'>();
    expectTypeOf<Kinds['date']['filter']>().toEqualTypeOf<'range'>();
    expectTypeOf<Field<'date'>>().not.toExtend<Field<'text'>>();
  });
});

const WeightInput = ({ value, onChange }: InputProps<number>) => (
  <input value={value ?? ''} onChange={({ target }) => onChange(target.valueAsNumber)} />
);
const WeightCell = ({ value }: CellProps<number>) => value.toFixed(3);

describe('What a declaration refuses of single fields', () => {
  it('[H28] an input and a cell of one field fit its value', () => {
    defineResource('nomenclature', { icon, columns: ['name'], inputs: { weight: WeightInput } });
    defineResource('nomenclature', { icon, columns: ['name'], inputs: { weight: stockInput(NumberInput) } });
    defineResource('nomenclature', { icon, columns: ['name'], cells: { weight: WeightCell } });
    // @ts-expect-error a name is no number
    defineResource('nomenclature', { icon, columns: ['name'], inputs: { name: WeightInput } });
    // @ts-expect-error a name is no number
    defineResource('nomenclature', { icon, columns: ['name'], cells: { name: WeightCell } });
    // @ts-expect-error no such field
    defineResource('nomenclature', { icon, columns: ['name'], cells: { colour: WeightCell } });
  });

  it('[H29] a field that a client may write is shown somewhere', () => {
    const columns = ['name', 'code', 'order'] as const;
    defineResource('settings/language', { icon, columns });
    defineResource('settings/language', { icon, columns, fields: ['name', 'code'], hidden: ['archived'] });
    // @ts-expect-error nobody can see whether a language is archived
    defineResource('settings/language', { icon, columns, fields: ['name', 'code'] });
  });

  it('[H29] a screen of react-admin’s parts draws what its declaration names', () => {
    const edit = () => Promise.resolve(WeightCell as never);
    const columns = ['name', 'code', 'order'] as const;
    defineResource('settings/language', { icon, columns, edit, fields: ['archived'] });
    defineResource('settings/language', { icon, columns, edit, hidden: ['archived'] });
    // @ts-expect-error nobody can know whether that screen draws `archived`
    defineResource('settings/language', { icon, columns, edit });
  });
});
