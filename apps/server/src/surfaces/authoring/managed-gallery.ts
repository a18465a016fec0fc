import { endpoints } from '@sportello/contract/schemas'
import type { FastifyInstance } from 'fastify'
import { managed } from '../../management/calls.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { StartingForms } from './starting-forms.ts'

/** Registers the endpoints with which the dashboard offers starting forms to authors. */
export function managedGallery(app: FastifyInstance): void {
  const forms = new StartingForms()

  managed(app, endpoints.listStartingForms, () => forms.list())

  managed(app, endpoints.getStartingForm, async ({ params: { name } }) => {
    // Looks the name of the starting form up in a list of names. The name from the request never becomes part of a file
    // path.
    const definition = await forms.definition(name)
    if (!definition) throw apiError('http_not_found')
    return definition
  })
}
