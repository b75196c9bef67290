import { screen } from '@testing-library/react';
import { useState } from 'react';
import { Button, SelectAllButton, useListContext } from 'react-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { getCollection } from '#contract/records.ts';
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
const declared = { ...products };
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

const Stock = () => {
  const { selectedIds, onSelect, onUnselectItems, getData } = useListContext();
  const [names, setNames] = useState('');
  return (
    <>
      <output>{`${selectedIds.join()} ${names}`}</output>
      <Button label="one" onClick={() => onSelect([2])} />
      <Button label="none" onClick={() => onUnselectItems()} />
      <Button label="read" onClick={async () => setNames(((await getData?.()) ?? []).map(({ name }) => name).join())} />
    </>
  );
};

describe('react-admin’s buttons in a list', () => {
  it('[L646] find and change the selection among its actions', async () => {
    Object.assign(products, { selectionActions: <Stock /> });
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' });
    const { user } = await open('/content/nomenclature');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
    expect(await screen.findByText('1,2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'one' }));
    expect(await screen.findByText('2')).toBeVisible();
    expect(screen.getByText('Выбрано: 1 товар')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'none' }));
    expect(screen.queryByText('Выбрано: 1 товар')).not.toBeInTheDocument();
  });

  it('[J645] select all that match, on whatever page', async () => {
    Object.assign(products, { selectionActions: <SelectAllButton /> });
    await addProducts(server(), ...Array.from({ length: 30 }, (_, at) => ({ name: `Квас ${at}` })), { name: 'Сыр' });
    const address = `?${new URLSearchParams({ filter: '{"search":"квас"}', perPage: '10' })}`;
    const { user } = await open(`/content/nomenclature${address}`);
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все на странице' }));
    await user.click(await screen.findByRole('button', { name: 'Выбрать все' }));
    expect(await screen.findByText('Выбрано: 30 товаров')).toBeVisible();
  });

  it('[L646] read the records among the actions of the list', async () => {
    Object.assign(products, { listActions: <Stock /> });
    await addProducts(server(), { name: 'Квас' }, { name: 'Сыр' });
    const { user } = await open('/content/nomenclature');
    await user.click(await screen.findByRole('button', { name: 'read' }));
    expect(await screen.findByText('Квас,Сыр')).toBeVisible();
  });
});

describe('What declarations show', () => {
  it.each(resources.map(({ definition }) => [definition.name, definition] as const))(
    '[H29] of %s a list or a form shows every field that a client may write',
    (name, { columns, optionalColumns, tabs, fields: named }) => {
      const { fields } = getCollection(name);
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
