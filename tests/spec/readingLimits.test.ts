import { afterEach, describe, expect, it, vi } from 'vitest';
import { computeReadingLimits } from '#server/imports/computeReadingLimits.ts';
import { createWorkerInput } from '#server/imports/createWorkerInput.ts';
import { readProposal } from '#server/imports/reader.ts';
import { formatRefusal } from '#server/imports/withTableRefusal.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import { describeOnEmbedded } from '#tests/support/server.ts';
import { bookParts, fileOf, zipOf } from '#tests/support/tables.ts';

const MB = 2 ** 20;
const gigabytes = (count: number) => count * 1024 * MB;

describe('§9 The memory of the threads that read tables', () => {
  it.each([0.5, 1, 2, 4, 6, 8, 12, 64])(
    '[H641] of a machine with %s GB stays below half of what it has, and two people can look at a table at once',
    size => {
      const { previews, previewsEach, threadMb } = computeReadingLimits(gigabytes(size));
      expect((previews + 1) * threadMb).toBeLessThanOrEqual(gigabytes(size) / MB / 2);
      expect(previews).toBeGreaterThan(previewsEach);
      expect(previewsEach).toBeGreaterThan(0);
      expect(threadMb).toBeGreaterThan(0);
    },
  );

  it('[H641] is a gigabyte each on a large machine, for as many previews as before', () => {
    expect(computeReadingLimits(gigabytes(64))).toEqual({ previews: 4, previewsEach: 2, threadMb: 1024 });
    expect(computeReadingLimits(gigabytes(6))).toEqual({ previews: 2, previewsEach: 1, threadMb: 1024 });
    expect(computeReadingLimits(gigabytes(2))).toEqual({ previews: 2, previewsEach: 1, threadMb: 341 });
  });
});

describeOnEmbedded('§9 A table that needs more memory than a thread may have', server => {
  afterEach(() => void vi.restoreAllMocks());

  it('[H641] is refused with what to do about it, and the server goes on', async () => {
    const texts = Array.from({ length: 120_000 }, (_, at) => `<si><t>${String(at).repeat(200)}</t></si>`);
    const large = zipOf(bookParts('<row r="1"><c t="s"><v>0</v></c></row>', { strings: texts.join('') }));
    const { input } = await createWorkerInput(server().deps, { path: fileOf(large) });
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(gigabytes(0.5));
    const refused = await readProposal(input, {}).then(
      () => null,
      (error: unknown) => (error instanceof TableRefusal ? error : null),
    );
    expect(refused).toMatchObject({ kind: 'tooMuchMemory', status: 413 });
    expect(refused && formatRefusal(refused)).toBe(
      'Чтобы прочитать файл, серверу не хватает памяти: оставьте в книге один лист или разделите таблицу на несколько файлов',
    );
  });
});
