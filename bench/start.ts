import { median, type Part } from './figures.ts';
import { startServer, withFolder } from './server.ts';

export const startPart: Part = {
  name: 'start',
  title: 'Start to the first answer of /api/health',
  run: async ({ runs }) => {
    const first: number[] = [];
    const second: number[] = [];
    const whole: number[] = [];
    const memory: number[] = [];
    for (let run = 0; run < runs; run += 1)
      await withFolder(async dataDir => {
        first.push(await startAndStop({ dataDir }));
        second.push(await startAndStop({ dataDir }, memory));
        whole.push(await startAndStop({ dataDir, command: ['npm', 'start'] }));
      });
    return [
      { label: 'first start, demonstration included', ours: median(first), unit: 'ms' },
      { label: 'second start', ours: median(second), unit: 'ms', atMost: 5000 },
      { label: 'second `npm start`, nothing changed', ours: median(whole), unit: 'ms', atMost: 5000 },
      { label: 'memory after the second start', ours: median(memory), unit: 'MB' },
    ];
  },
};

const startAndStop = async (options: Parameters<typeof startServer>[0], memory?: number[]): Promise<number> => {
  const server = await startServer(options);
  memory?.push(server.memory());
  await server.stop();
  return server.startedIn;
};
