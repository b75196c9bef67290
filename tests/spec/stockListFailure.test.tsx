import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { DataTable, InfiniteList, RecordContextProvider, ReferenceManyField } from 'react-admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '#contract/events.ts';
import { resources } from '#resources/all.ts';
import { StockFrame } from '#resources/stock/StockFrame.tsx';
import { useScreens } from '#tests/support/screen.tsx';

const { open, answer, server } = useScreens();
const LANGUAGES = '/content/settings/language';

const failReads = () => {
  const failing = { isOn: true };
  const reads = vi.fn(() =>
    failing.isOn ? HttpResponse.json({ code: 504, message: 'База занята' }, { status: 504 }) : undefined,
  );
  answer(http.get('*/api/language', reads));
  return { failing, reads };
};

const findRetry = async () => {
  expect(await screen.findByRole('heading', { name: 'Список не загрузился' })).toBeVisible();
  // The notice has the same text.
  expect(screen.getAllByText('База занята')[0]).toBeVisible();
  expect(screen.queryByText(/ничего не найдено/i)).not.toBeInTheDocument();
  expect(screen.queryByText(/^1–25/)).not.toBeInTheDocument();
  return screen.getByRole('button', { name: 'Повторить' });
};

beforeEach(async () => {
  await (await server().as('admin'))('POST', '/language', { name: 'Русский', code: 'ru' });
});

describe('A stock list', () => {
  it('[Q13] that was never read says so below its filters, and reads again', async () => {
    const { failing } = failReads();
    const { user } = await open(LANGUAGES, 'admin');
    const retry = await findRetry();
    expect(screen.getByPlaceholderText('Поиск')).toBeVisible();
    failing.isOn = false;
    await user.click(retry);
    expect(await screen.findByRole('link', { name: 'Русский' })).toBeVisible();
  });

  it('[Q13] keeps its rows when a later read fails, and says that it did', async () => {
    await open(LANGUAGES, 'admin');
    expect(await screen.findByRole('link', { name: 'Русский' })).toBeVisible();
    const { reads } = failReads();
    // Nobody knows which records a bulk change has changed, so the list is read again.
    server().deps.realtime.emit(channels.records('settings/language'), 'RECORDS_CHANGE', {
      resource: 'settings/language',
      ids: null,
      records: [],
      deleted: [],
    });
    await waitFor(() => expect(reads).toHaveBeenCalled());
    expect(await screen.findByText('База занята')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Русский' })).toBeVisible();
  });
});

describe('On a page of one’s own', () => {
  const products = resources.find(({ name }) => name === 'nomenclature')?.definition;
  if (!products) throw new Error('no nomenclature');
  const declared = { ...products };
  // Missing in jsdom; react-admin's endless list needs it to load more.
  beforeEach(() =>
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
      },
    ),
  );
  afterEach(() => {
    Object.assign(products, declared);
    vi.unstubAllGlobals();
  });
  const table = (
    <DataTable rowClick={false}>
      <DataTable.Col source="name" />
    </DataTable>
  );
  const endless = (
    <InfiniteList resource="settings/language" disableSyncWithLocation>
      {table}
    </InfiniteList>
  );
  const references = (
    <RecordContextProvider value={{ id: 1, flag: false }}>
      <ReferenceManyField reference="settings/language" source="flag" target="archived">
        {table}
      </ReferenceManyField>
    </RecordContextProvider>
  );
  it.each([
    ['an endless list', endless],
    ['a list of references', references],
  ])('[Q13] %s that was never read says so, and reads again', async (_, list) => {
    Object.assign(products, { listActions: <StockFrame>{list}</StockFrame> });
    const { failing } = failReads();
    const { user } = await open('/content/nomenclature', 'admin');
    const retry = await findRetry();
    failing.isOn = false;
    await user.click(retry);
    expect(await screen.findByText('Русский')).toBeVisible();
  });
});
