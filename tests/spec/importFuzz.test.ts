import { describe, expect, it } from 'vitest';
import { inspectTable, readBatches } from '#server/table/batches.ts';
import { countKnown } from '#server/table/columns.ts';
import { importableFields } from '#server/table/importable.ts';
import { openTable, recogniseTableType } from '#server/table/openTable.ts';
import { TableRefusal } from '#server/table/refusal.ts';
import { damaged, randomFrom, wholeTables } from '#tests/support/damagedTables.ts';
import { mappedAsProposed } from '#tests/support/mapped.ts';
import { fileOf } from '#tests/support/tables.ts';

/** Reads a table as an import does. @returns how many rows it has, or why it is refused */
const read = async (bytes: Uint8Array): Promise<number | string> => {
  const path = fileOf(bytes);
  try {
    await recogniseTableType(path);
    const table = await openTable(path, cells => countKnown(cells, importableFields));
    try {
      const mapped = await mappedAsProposed(table);
      const { rows } = await inspectTable(mapped, importableFields, {});
      let count = 0;
      for await (const batch of readBatches(mapped, { fields: importableFields, lookups: {}, size: 300 }))
        count += batch.read;
      expect(count).toBe(rows);
      return count;
    } finally {
      table.close();
    }
  } catch (error) {
    if (error instanceof TableRefusal) return error.kind;
    throw error;
  }
};

describe('§1 Damaged tables', () => {
  it('[B17] three hundred of them are each either read or refused', async () => {
    const tables = await wholeTables();
    expect(await Promise.all(tables.map(read))).toEqual([40, 40, 40, 40, 40, 'oldWorkbook']);
    const random = randomFrom(20_261_122);
    const outcomes = new Set<string>();
    for (let at = 0; at < 300; at += 1) {
      const outcome = await read(damaged(tables, random));
      outcomes.add(typeof outcome === 'number' ? 'read' : outcome);
    }
    expect([...outcomes]).toEqual(expect.arrayContaining(['read', 'damaged', 'wrongType', 'oldWorkbook']));
  });
});
