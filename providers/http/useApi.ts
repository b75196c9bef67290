import { useService } from '../ServicesContext.ts';
import type { Api } from './http.ts';

export const useApi = (): Api => useService('api');
