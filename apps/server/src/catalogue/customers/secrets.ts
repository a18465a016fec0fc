import type { FormSetting, InputFault } from '@sportello/contract'
import { DESTINATION_SECRETS, destinationsOf, SIGNING_SECRETS } from '@sportello/contract/schemas'
import { ApiError } from '../../platform/http/api-error.ts'

type Fields = Record<string, unknown>
type Setting = Pick<FormSetting, 'params' | 'liveChatParams'>

/**
 * The secret parameters of a form, which the server never sends to operators. `oidc.client_secret` is missing here
 * because it is nested in another parameter.
 */
const SECRET_PARAMS = ['sso_secret_aes', 'recaptcha_secret', 'key'] as const

interface SecretPlace {
  name: string
  /**
   * Present if the server sends the secret to another server. Returns the URL of that server, and the path of the
   * secret within the form setting.
   */
  sentTo?: (setting: Setting) => { path: readonly (string | number)[]; address: string } | undefined
  read: (setting: Setting) => unknown
  write: (setting: Setting, value: unknown) => void
}

function put(place: Fields, key: string, value: unknown): void {
  if (value === undefined || value === '' || value === null) delete place[key]
  else place[key] = value
}

const ENCRYPTION_CONTEXTS: readonly SecretPlace[] = [
  ...SECRET_PARAMS.map(
    (key): SecretPlace => ({ name: key, read: ({ params }) => (params as Fields)[key], write: ({ params }, value) => put(params as Fields, key, value) }),
  ),
  {
    name: 'oidc.client_secret',
    sentTo: ({ params }) => params.oidc && { path: ['oidc', 'client_secret'], address: params.oidc.issuer },
    read: ({ params }) => params.oidc?.client_secret,
    write: ({ params }, value) => params.oidc && put(params.oidc as Fields, 'client_secret', value),
  },
  { name: 'secret', read: ({ liveChatParams }) => liveChatParams.secret, write: ({ liveChatParams }, value) => put(liveChatParams as Fields, 'secret', value) },
]

/**
 * Returns where a form setting stores the secrets of its destinations. Each secret is identified by the name of its
 * destination.
 */
function destinationPlaces({ params }: Setting): SecretPlace[] {
  return destinationsOf(params).flatMap(({ name, kind }) =>
    DESTINATION_SECRETS[kind].map((key): SecretPlace => {
      const all = (setting: Setting) => [setting.params.destination ?? []].flat()
      const isMeant = (each: { name?: string | undefined; kind: string }) => (each.name ?? each.kind) === name && each.kind === kind
      const find = (setting: Setting) => all(setting).find(isMeant)
      return {
        name: `destination.${name}.${key}`,
        sentTo(setting) {
          const place = find(setting)
          // With the other secrets the server only makes or verifies signatures.
          if (place === undefined || place.kind === 'email' || SIGNING_SECRETS.has(key)) return undefined
          const at = Array.isArray(setting.params.destination) ? [all(setting).findIndex(isMeant)] : []
          return { path: ['destination', ...at, key], address: place.url }
        },
        read: (setting) => (find(setting) as Fields | undefined)?.[key],
        write(setting, value) {
          const place = find(setting)
          if (place) put(place as Fields, key, value)
        },
      }
    }),
  )
}

/**
 * Removes the secrets from a form setting.
 * @returns the setting without secrets, and the names of the removed secrets
 */
export function withoutSecrets<S extends Setting>(setting: S): { setting: S; secrets: string[] } {
  const bare = structuredClone(setting)
  const places = [...ENCRYPTION_CONTEXTS, ...destinationPlaces(setting)]
  const secrets = places.filter(({ read }) => read(setting) !== undefined).map(({ name }) => name)
  for (const { write } of places) write(bare, undefined)
  return { setting: bare, secrets }
}

/**
 * Adds the stored secrets to a form setting, because operators send the setting without them. An empty secret deletes
 * the stored secret.
 * @param within the name or JSON Pointer of the parameters in the request body, for error messages
 * @throws ApiError forms_mgmt0001 if the setting would send a stored secret to another server than before. Otherwise an
 * operator could read the secret by changing the URL
 */
export function withStoredSecrets<S extends Setting>(sent: S, stored: Setting | undefined, within = 'params'): S {
  const whole = structuredClone(sent)
  const places = [...ENCRYPTION_CONTEXTS, ...destinationPlaces(sent)]
  const moved = places.flatMap((place) => {
    const to = place.sentTo?.(sent)
    const isKept = to && stored && place.read(sent) === undefined && place.read(stored) !== undefined
    return isKept && originOf(to.address) !== originOf(place.sentTo?.(stored)?.address) ? [[within, ...to.path].join(within.startsWith('/') ? '/' : '.')] : []
  })
  const [first, ...more] = moved.map((field) => ({ code: 'forms_mgmt0001' as const, field, params: ['given_again' satisfies InputFault] }))
  if (first) throw new ApiError([first, ...more])
  for (const { read, write } of places) write(whole, read(sent) ?? (stored && read(stored)))
  return whole
}

const originOf = (address: string | undefined) => (address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined)
