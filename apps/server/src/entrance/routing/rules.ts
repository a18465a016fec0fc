// The public interface of routing for other concepts.
export { levelsWithoutPerson } from './levels-without-person.ts'
