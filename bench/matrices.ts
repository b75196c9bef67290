import { onEachDatabase, type Rig } from './databases.ts';
import { type Figure, measureTime, median, type Part } from './figures.ts';
import { type Client, signIn, startServer } from './server.ts';

const SIZE = 5000;
const NEW = 8000;

export const matricesPart: Part = {
  name: 'matrices',
  title: `Matrices of ${SIZE.toLocaleString('en')} products`,
  run: ({ runs }) => onEachDatabase(rig => figuresOf(rig, runs)),
};

const steps = {
  'barcodes counted': 1000,
  'products added': 1000,
  'first page': 100,
  'last page': 100,
  'one product moved to the end': 1000,
  'preview of a merge': 1000,
  merge: 2000,
  'products removed': 1000,
} as const;
type Step = keyof typeof steps;

const figuresOf = (rig: Rig, runs: number): Promise<Figure[]> =>
  rig.withPlace(async place => {
    const server = await startServer(place);
    try {
      const client = await signIn(server);
      const barcodes = await importBarcodes(client);
      const times = new Map<Step, number[]>();
      const note = async <T>(step: Step, work: Promise<T>): Promise<T> => {
        const [ms, result] = await measureTime(() => work);
        times.set(step, [...(times.get(step) ?? []), ms]);
        return result;
      };
      for (let run = 0; run < runs; run += 1) await work(client, barcodes, note);
      return Object.entries(steps).map(
        ([label, atMost]): Figure => ({
          label: `${rig.title}: ${label}`,
          ours: median(times.get(label as Step) ?? []),
          unit: 'ms',
          atMost,
        }),
      );
    } finally {
      await server.stop();
    }
  });

const importBarcodes = async (client: Client): Promise<string[]> => {
  const barcodes = Array.from({ length: NEW }, (_, at) => String(10_000 + at));
  const lines = ['Название;Штрихкод', ...barcodes.map((barcode, at) => `Товар замера ${at};${barcode}`)];
  await client.upload('goods.csv', new TextEncoder().encode(lines.join('\n')));
  for (;;) {
    const { items } = (await client.get('/products/import/nomenclature/runs?per_page=1')) as {
      items: { status: string }[];
    };
    if (items[0]?.status === 'finished') return barcodes;
    if (items[0]?.status !== 'processing' && items[0]?.status !== 'post_processing')
      throw new Error(`the import of the goods is ${items[0]?.status}`);
  }
};

type Note = <T>(step: Step, work: Promise<T>) => Promise<T>;

const work = async (client: Client, barcodes: readonly string[], note: Note): Promise<void> => {
  const make = async (name: string) => ((await client.post('/matrices', { name })) as { id: number }).id;
  const find = (id: number, some: readonly string[]) =>
    client.post(`/matrices/${id}/found`, { barcodes: some }) as Promise<{ ids: number[] }>;
  const [one, other] = [await make('Первая'), await make('Вторая')];
  const { ids } = await note('barcodes counted', find(one, barcodes.slice(0, SIZE)));
  await note('products added', client.post(`/matrices/${one}/products`, { ids }));
  await client.post(`/matrices/${other}/products`, { ids: (await find(other, barcodes.slice(-SIZE))).ids });
  await note('first page', client.get(`/matrices/${one}/products?per_page=100`));
  await note('last page', client.get(`/matrices/${one}/products?per_page=100&page=${SIZE / 100}`));
  await note(
    'one product moved to the end',
    client.put(`/matrices/${one}/products`, { ids: ids.slice(0, 1), before_id: null }),
  );
  const merge = { source_ids: [one, other], target: { name: 'Вместе' }, delete_sources: false };
  await note('preview of a merge', client.post('/matrices/merge/preview', merge));
  await note('merge', client.post('/matrices/merge', merge));
  await note('products removed', client.remove(`/matrices/${one}/products`, { ids }));
};
