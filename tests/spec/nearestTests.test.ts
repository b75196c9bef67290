import { describe, expect, it } from 'vitest';
import { nearestTests } from '../../scripts/nearestTests.ts';

describe('The tests nearest to a change', () => {
  it('[H33] are those named alike that import it', () => {
    const { chosen, left } = nearestTests(['resources/form/EditorHeader.tsx'], new Map());
    expect(chosen).toContain('tests/spec/editor.test.tsx');
    expect(chosen).not.toContain('tests/spec/origins.test.ts');
    expect(left).toBeGreaterThan(0);
  });

  it('[H33] hold a changed test in any case, and nothing where nothing imports the change', () => {
    expect(nearestTests(['tests/spec/origins.test.ts'], new Map()).chosen).toEqual(['tests/spec/origins.test.ts']);
    expect(nearestTests(['docs/glossary.md'], new Map())).toEqual({ chosen: [], left: 0 });
  });
});
