/** The part of the server's configuration that an import uses. */
export const IMPORT_CONFIG = { serviceName: 'forms-service', secretKey: 'a secret of 32 characters or more' }
