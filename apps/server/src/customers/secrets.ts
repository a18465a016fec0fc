import type { FormSetting } from '@sportello/contract'
import { DESTINATION_SECRETS, destinationsOf } from '@sportello/contract/schemas'

type Fields = Record<string, unknown>
type Setting = Pick<FormSetting, 'params' | 'liveChatParams'>

/** Parameters of a form that no operator reads again; `oidc.client_secret` stands inside another. */
const SECRET_PARAMS = ['sso_secret_aes', 'recaptcha_secret', 'key'] as const

interface SecretPlace {
  name: string
  read: (setting: Setting) => unknown
  write: (setting: Setting, value: unknown) => void
}

function put(place: Fields, key: string, value: unknown): void {
  if (value === undefined || value === '' || value === null) delete place[key]
  else place[key] = value
}

const PLACES: readonly SecretPlace[] = [
  ...SECRET_PARAMS.map(
    (key): SecretPlace => ({ name: key, read: ({ params }) => (params as Fields)[key], write: ({ params }, value) => put(params as Fields, key, value) }),
  ),
  {
    name: 'oidc.client_secret',
    read: ({ params }) => params.oidc?.client_secret,
    write: ({ params }, value) => params.oidc && put(params.oidc as Fields, 'client_secret', value),
  },
  { name: 'secret', read: ({ liveChatParams }) => liveChatParams.secret, write: ({ liveChatParams }, value) => put(liveChatParams as Fields, 'secret', value) },
]

/** Those of a form's destinations, each known by the destination's name. */
function destinationPlaces({ params }: Setting): SecretPlace[] {
  return destinationsOf(params).flatMap(({ name, kind }) =>
    DESTINATION_SECRETS[kind].map((key): SecretPlace => {
      const find = (setting: Setting) => [setting.params.destination ?? []].flat().find((each) => (each.name ?? each.kind) === name && each.kind === kind)
      return {
        name: `destination.${name}.${key}`,
        read: (setting) => (find(setting) as Fields | undefined)?.[key],
        write(setting, value) {
          const place = find(setting)
          if (place) put(place as Fields, key, value)
        },
      }
    }),
  )
}

/** A form setting without its secrets, and the names of those that are set. */
export function withoutSecrets<S extends Setting>(setting: S): { setting: S; secrets: string[] } {
  const bare = structuredClone(setting)
  const places = [...PLACES, ...destinationPlaces(setting)]
  const secrets = places.filter(({ read }) => read(setting) !== undefined).map(({ name }) => name)
  for (const { write } of places) write(bare, undefined)
  return { setting: bare, secrets }
}

/** A form setting as sent, with the stored secret wherever it names none; an empty one takes it away. */
export function withStoredSecrets<S extends Setting>(sent: S, stored: Setting | undefined): S {
  const whole = structuredClone(sent)
  for (const { read, write } of [...PLACES, ...destinationPlaces(sent)]) write(whole, read(sent) ?? (stored && read(stored)))
  return whole
}
