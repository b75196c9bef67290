import { createContext, useContext } from 'react';
import type { NewBuild } from './staleBundle.ts';

export const NewBuildContext = createContext<NewBuild | null>(null);

/** The way to the build that is served now. @throws outside `<NewBuildContext>` */
export const useNewBuild = (): NewBuild => {
  const newBuild = useContext(NewBuildContext);
  if (!newBuild) throw new Error('useNewBuild must be called below <NewBuildContext>');
  return newBuild;
};
