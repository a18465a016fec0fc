// What other concepts may use of bundles.
export { readPeople } from './people-table.ts'
