// What other concepts may use of routing.
export { levelsWithoutPerson } from './levels-without-person.ts'
