import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { readRecords } from '#server/records/readRecords.ts';
import { getBinding } from '#server/records/tableBinding.ts';
import { addManyProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();
const EVENTS = 1000;

describe('W A thousand events', () => {
  it('[W10] [L19] do not affect focus, scroll position or input, although all are handled', async () => {
    await addManyProducts(server(), 50);
    const { services } = await open('/content/nomenclature/1/settings');
    const name = await screen.findByRole('textbox', { name: 'Название' });
    await screen.findByText('Изменения видны сразу');
    name.focus();
    fireEvent.change(name, { target: { value: 'Набрано и не сохранено' } });
    const content = document.getElementById('content') as HTMLElement;
    content.scrollTop = 120;
    let heard = 0;
    const last = { resource: 'nomenclature', ids: [], records: [], deleted: [EVENTS] };
    services.realtime.on('RECORDS_CHANGE', ({ deleted }) => {
      heard += 1;
      if (deleted.includes(EVENTS)) heard += EVENTS;
    });
    const emit = (told: typeof last | object) =>
      server().deps.realtime.emit(channels.records('nomenclature'), 'RECORDS_CHANGE', told as never);
    // The channel is heard from the first that arrives.
    await waitFor(() => {
      emit({ ...last, deleted: [] });
      expect(heard).toBeGreaterThan(0);
    });
    const records = await readRecords(server().db, getBinding('nomenclature'), [1, 2, 3, 4, 5]);
    for (let at = 0; at < EVENTS; at += 1) {
      const record = records[at % records.length];
      const changed = { ...record, weight: at, version: (record?.version ?? 0) + 1 + Math.floor(at / records.length) };
      emit({ ...last, ids: [record?.id], records: [changed], deleted: [] });
    }
    emit(last);
    await waitFor(() => expect(heard).toBeGreaterThan(2 * EVENTS));
    expect(document.activeElement).toBe(name);
    expect(name).toHaveValue('Набрано и не сохранено');
    expect(content.scrollTop).toBe(120);
    expect(document.contains(name)).toBe(true);
  });
});
