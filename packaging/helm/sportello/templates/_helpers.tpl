{{- define "sportello.name" -}}
{{ ternary .Release.Name (printf "%s-sportello" .Release.Name) (contains "sportello" .Release.Name) | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "sportello.selector" -}}
app.kubernetes.io/name: sportello
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sportello.labels" -}}
{{ include "sportello.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "sportello.secret" -}}
{{ .Values.secret.existing | default (include "sportello.name" .) }}
{{- end }}

{{- define "sportello.claim" -}}
{{ .Values.persistence.existingClaim | default (include "sportello.name" .) }}
{{- end }}

{{- define "sportello.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/*
The variables that must be in the Secret. Without one of them a process would make its own key, database or folder of
attachments, and lose it when it ends.
*/}}
{{- define "sportello.needed" -}}
SECRET_KEY{{ if not .Values.postgresql.bundled }} DATABASE_URL{{ end }}{{ if not .Values.persistence.enabled }} S3_URL{{ end }}
{{- end }}

{{/* Refuses values with which processes could not start. */}}
{{- define "sportello.check" -}}
{{- if and .Values.secret.existing .Values.secret.values }}
{{- fail "Name secret.existing or give secret.values, not both." }}
{{- end }}
{{- if not .Values.secret.existing }}
{{- if lt (len (get .Values.secret.values "SECRET_KEY" | default "")) 32 }}
{{- fail "SECRET_KEY needs at least 32 characters: name a Secret in secret.existing, or give secret.values.SECRET_KEY." }}
{{- end }}
{{- range include "sportello.needed" . | splitList " " }}
{{- if not (get $.Values.secret.values .) }}
{{- fail (printf "Give secret.values.%s: without it the processes would not share their data." .) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* The security settings of each pod. */}}
{{- define "sportello.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: 1Gi
  - name: data
  {{- if .Values.persistence.enabled }}
    persistentVolumeClaim:
      claimName: {{ include "sportello.claim" . }}
  {{- else }}
    emptyDir:
      sizeLimit: {{ .Values.scratch }}
  {{- end }}
{{- end }}

{{/* A container of the product. Arguments: the root, `role`, and `pool` (0: the product's own). */}}
{{- define "sportello.container" -}}
image: {{ include "sportello.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ include "sportello.secret" .root }}
env:
  - name: PUBLIC_URL
    value: {{ .root.Values.publicUrl | quote }}
  - name: ROLE
    value: {{ .role }}
  - name: DRAIN_SECONDS
    value: {{ .root.Values.drainSeconds | quote }}
  {{- with .pool }}
  - name: DATABASE_POOL
    value: {{ . | quote }}
  {{- end }}
  {{- /* Named one by one, so that no pod starts without one of them. */}}
  {{- range include "sportello.needed" .root | splitList " " }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef:
        name: {{ include "sportello.secret" $.root }}
        key: {{ . }}
  {{- end }}
  {{- if .root.Values.postgresql.bundled }}
  - name: DATABASE_PASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ include "sportello.name" .root }}-postgresql
        key: database-password
  - name: DATABASE_URL
    value: postgres://sportello:$(DATABASE_PASSWORD)@{{ include "sportello.name" .root }}-postgresql/sportello
  {{- end }}
  {{- range $name, $value := .root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /var/lib/sportello
{{- end }}
