import { defaultResource, detectResources, envDetector, type Resource, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources'

/**
 * Describes the server process to a collector: its name, a random id that distinguishes the processes of a deployment,
 * and what the environment sets (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES). The SDK's other detectors would also
 * export the process's arguments and the name of the system user.
 */
export function processResource(): Resource {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'sportello' }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
}
