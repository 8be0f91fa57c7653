/** Provides the tenants of the matrix tests for a test file. */
import { testWeb } from './test-web.ts';
import { tenantsOf } from './test-two-centers.ts';

export const tenants = async () => tenantsOf(await testWeb());
