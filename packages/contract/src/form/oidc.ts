import { z } from 'zod'

const level = z.string().max(256).optional()

/**
 * An OpenID Connect provider whose people a form takes in, in the parameter `oidc`: beside the specifications. They come as by SSO:
 * `claims` says which claim becomes which known datum; `client` and its sub-clients, where given, are routed like a message's.
 */
export const oidcProvider = z.strictObject({
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address with http or https' }),
  client_id: z.string().min(1),
  /** Unset or empty: a public client, which proves itself by PKCE alone. */
  client_secret: z.string().max(2_048).optional(),
  scope: z.string().min(1).default('openid email profile'),
  claims: z.record(z.string().min(1), z.string().min(1)).default({ email: 'email', nome: 'given_name', cognome: 'family_name', telefono: 'phone_number' }),
  /** Takes addresses that the provider does not say it has verified; for providers that never say so of addresses they give out themselves. */
  trust_email: z.boolean().default(false),
  client: level,
  sub_client: level,
  sub_client2: level,
  sub_client3: level,
})

export type OidcProvider = z.infer<typeof oidcProvider>
