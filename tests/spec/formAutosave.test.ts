import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFormAutosave,
  type FormAutosave,
  type FormContents,
  type FormRef,
  type UnsavedDraft,
} from '#providers/forms/formAutosave.ts';
import { eventually } from '#tests/support/eventually.ts';

const PLACE: FormRef = { resource: 'nomenclature', record: 1 };
const DAY = 86_400_000;
const form = (typed: FormContents['typed']): FormContents => ({
  version: 3,
  base: { name: 'Квас', sku: 'K-1' },
  typed,
});

/** A document of a person's browser; `hide` is what a browser tells a page that may go. */
const openDocument = (owner = '7') => {
  const page = new EventTarget();
  return { autosave: createFormAutosave({ owner, page }), hide: () => page.dispatchEvent(new Event('pagehide')) };
};
const leftIn = ({ onUnsavedDrafts: onLeft }: FormAutosave, place = PLACE): Promise<UnsavedDraft[]> =>
  new Promise(resolve => onLeft(place, resolve));
const typedIn = async (autosave: FormAutosave, place = PLACE) =>
  (await leftIn(autosave, place)).map(({ typed }) => typed);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-21T10:00:00Z') });
});
afterEach(() => vi.useRealTimers());

describe('Unsaved work in the browser', () => {
  it('[L30] [L31] a user whose tab dies a second after a keystroke is offered the input', async () => {
    const { autosave } = openDocument();
    const keeper = autosave.createAutosaver(PLACE);
    keeper.save(form({ name: 'Квас х' }));
    keeper.save(form({ name: 'Квас хл' }));
    vi.advanceTimersByTime(1000);
    const [left] = await leftIn(openDocument().autosave);
    expect(left).toMatchObject({ version: 3, base: { name: 'Квас' }, typed: { name: 'Квас хл' } });
    expect(left?.at).toBeLessThanOrEqual(Date.now());
  });

  it('[L30] a person who reloads in the middle of a word loses none of it', async () => {
    const { autosave, hide } = openDocument();
    autosave.createAutosaver(PLACE).save(form({ name: 'Квас хл' }));
    hide();
    expect(await typedIn(openDocument().autosave)).toEqual([{ name: 'Квас хл' }]);
  });

  it('[L30] a form that leaves the screen without being given up keeps what it has', async () => {
    const { autosave } = openDocument();
    const keeper = autosave.createAutosaver(PLACE);
    keeper.save(form({ name: 'Квас хл' }));
    keeper.close();
    expect(await typedIn(autosave)).toEqual([{ name: 'Квас хл' }]);
  });

  it('[L32] another person in the same browser is offered nothing, and so is the form of another record', async () => {
    const { autosave, hide } = openDocument('7');
    autosave.createAutosaver(PLACE).save(form({ name: 'Тайное' }));
    autosave.createAutosaver({ ...PLACE, record: null }).save({ ...form({ name: 'Новое' }), version: null });
    hide();
    for (const owner of ['8', '77', '5:7', '']) expect(await typedIn(openDocument(owner).autosave)).toEqual([]);
    const again = openDocument('7').autosave;
    expect(await typedIn(again, { ...PLACE, record: 12 })).toEqual([]);
    expect(await typedIn(again, { resource: 'catalog', record: 1 })).toEqual([]);
    expect(await typedIn(again, { ...PLACE, record: null })).toEqual([{ name: 'Новое' }]);
  });

  it.each([
    ['saved or given up', async (_: (typed: FormContents['typed']) => void, forget: () => Promise<void>) => forget()],
    ['typed back to what it was', async (keep: (typed: FormContents['typed']) => void) => keep({})],
  ])('[L33] a form that was %s is forgotten, and a late write brings nothing back', async (_, end) => {
    const { autosave, hide } = openDocument();
    const keeper = autosave.createAutosaver(PLACE);
    const keep = (typed: FormContents['typed']) => keeper.save(form(typed));
    keep({ name: 'Квас хл' });
    vi.advanceTimersByTime(1000);
    keep({ name: 'Квас хле' });
    await end(keep, keeper.discard);
    vi.advanceTimersByTime(1000);
    hide();
    expect(await typedIn(openDocument().autosave)).toEqual([]);
    keep({ name: 'Снова' });
    hide();
    expect(await typedIn(openDocument().autosave)).toEqual([{ name: 'Снова' }]);
  });

  it('[L33] entries are deleted after 30 days, whichever user they belong to', async () => {
    const { autosave, hide } = openDocument('7');
    autosave.createAutosaver(PLACE).save(form({ name: 'Старое' }));
    hide();
    vi.setSystemTime(Date.now() + 29 * DAY);
    expect(await typedIn(openDocument('7').autosave)).toEqual([{ name: 'Старое' }]);
    vi.setSystemTime(Date.now() + 2 * DAY);
    await leftIn(openDocument('8').autosave);
    vi.setSystemTime(Date.now() - 20 * DAY);
    expect(await typedIn(openDocument('7').autosave)).toEqual([]);
  });

  it('[L34] two forms of one record leave both their work, the newest first, and each can be dropped alone', async () => {
    const [one, other] = [openDocument(), openDocument()];
    one.autosave.createAutosaver(PLACE).save(form({ name: 'Первое' }));
    one.hide();
    vi.setSystemTime(Date.now() + 60_000);
    other.autosave.createAutosaver(PLACE).save(form({ name: 'Второе' }));
    other.hide();
    const { autosave } = openDocument();
    const [newest] = await leftIn(autosave);
    expect(await typedIn(autosave)).toEqual([{ name: 'Второе' }, { name: 'Первое' }]);
    await autosave.remove(PLACE, newest as UnsavedDraft);
    expect(await typedIn(autosave)).toEqual([{ name: 'Первое' }]);
  });

  it('[L35] a browser without space reports that autosave fails, and when it works again', async () => {
    const { autosave, hide } = openDocument();
    const told: boolean[] = [];
    autosave.onChange(() => told.push(autosave.isFailing()));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no space', 'QuotaExceededError');
    });
    const keeper = autosave.createAutosaver(PLACE);
    keeper.save(form({ name: 'Квас хл' }));
    hide();
    await eventually(() => expect(told).toEqual([true]));
    put.mockRestore();
    keeper.save(form({ name: 'Квас хле' }));
    hide();
    await eventually(() => expect(told).toEqual([true, false]));
  });

  it('[L35] a browser without a database offers nothing and breaks nothing', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    const { autosave, hide } = openDocument();
    const keeper = autosave.createAutosaver(PLACE);
    keeper.save(form({ name: 'Квас хл' }));
    hide();
    await eventually(() => expect(autosave.isFailing()).toBe(true));
    expect(await typedIn(autosave)).toEqual([]);
    await keeper.discard();
  });
});
