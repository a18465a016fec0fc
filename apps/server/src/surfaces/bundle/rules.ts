// What other concepts may use of bundles.

export { bundleFault } from './bundle-fault.ts'
export { definitionJsonSchema } from './bundle-json-schema.ts'
export { bareDefinition, secretsOf, withSecretsOf } from './definition-secrets.ts'
export { putDefinition } from './import-bundle.ts'
export { readBundle, readBundleFile } from './read-bundle.ts'
