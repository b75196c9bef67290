# Built and checked as docs/operation.md describes. The image holds Node and what `scripts/image.mjs` collects.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/image.mjs /image

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home vitrina && install -d -o vitrina -g vitrina -m 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER vitrina
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
