// Exports the functions for bundles to the other parts of the server.

export { bundleFault } from './bundle-fault.ts'
export { definitionJsonSchema } from './bundle-json-schema.ts'
export { bareDefinition, secretsOf, withSecretsOf } from './definition-secrets.ts'
export { BundleRejected, type ImportConfig, type ImportLine, importWithin, putDefinition } from './import-bundle.ts'
export { testName } from './put-test.ts'
export { readBundle, readBundleFile } from './read-bundle.ts'
export { needsApproval } from './second-person.ts'
