// The public interface of the visitor's form for other concepts.
export { configurationOf } from './configuration.ts'
export { tagViewFor } from './tag-for.ts'
