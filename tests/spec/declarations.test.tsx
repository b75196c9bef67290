import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { collectionOf } from '#contract/records.ts';
import { resources } from '#resources/all.ts';
import type { Definition } from '#resources/engine/types.ts';
import type { CellProps, InputProps } from '#resources/fields/custom.tsx';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const definitionOf = (name: string): Definition => {
  const found = resources.find(resource => resource.name === name);
  if (!found) throw new Error(`no resource "${name}"`);
  return found.definition;
};

const StarsInput = ({ label, value, onChange, error }: InputProps<number>) => (
  <label>
    {label}
    <input value={'*'.repeat(value ?? 0)} onChange={({ target }) => onChange(target.value.length || null)} />
    {error}
  </label>
);
const StarsCell = ({ value }: CellProps<number>) => <b>{'*'.repeat(value)}</b>;

const products = definitionOf('nomenclature');
const declared = { inputs: products.inputs, cells: products.cells };
afterEach(() => void Object.assign(products, declared));

describe('A field that is drawn otherwise', () => {
  it('[H28] has its own input in the form and its own cell in the list', async () => {
    Object.assign(products, { inputs: { weight: StarsInput }, cells: { weight: StarsCell } });
    await addProducts(server(), { name: 'Квас', weight: 1 });
    const { user } = await open('/content/nomenclature/1/settings');
    const input = await screen.findByRole('textbox', { name: 'Вес, кг' });
    await user.clear(input);
    await user.type(input, '***');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
    expect((await (await server().as('admin'))('GET', '/products/1')).result).toMatchObject({ weight: 3 });
    await open('/content/nomenclature');
    expect((await screen.findByText('***')).tagName).toBe('B');
  });
});

describe('What declarations show', () => {
  it.each(resources.map(({ definition }) => [definition.name, definition] as const))(
    '[H29] of %s a list or a form shows every field that a client may write',
    (name, { columns, optionalColumns, tabs, fields: named }) => {
      const { fields } = collectionOf(name);
      const ofTabs = Object.values(tabs ?? {}).flatMap(tab =>
        [tab.fields, tab.edits ?? []].filter(Array.isArray).flat(),
      );
      const edited = named ?? (tabs ? ofTabs : Object.keys(fields));
      const shown = new Set([...columns, ...optionalColumns, ...edited]);
      const writable = Object.keys(fields).filter(field => !fields[field]?.readOnly);
      expect(writable.filter(field => !shown.has(field))).toEqual([]);
    },
  );
});
