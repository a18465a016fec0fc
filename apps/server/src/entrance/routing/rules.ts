// Exports the routing of clients to forms to the other parts of the server.
export { levelsWithoutPerson } from './levels-without-person.ts'
