/** As much of a configuration as an import obeys. */
export const IMPORT_CONFIG = { serviceName: 'forms-service', secretKey: 'a secret of 32 characters or more' }
