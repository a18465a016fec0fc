// Exports what the other parts of the server may use of routing.
export { levelsWithoutPerson } from './levels-without-person.ts'
