/** The part of the server's configuration that the import of a bundle needs. */
export const IMPORT_CONFIG = { serviceName: 'forms-service', secretKey: 'a secret of 32 characters or more' }
