# One stage: there is no build step, and Node 24 comes with the project's own dependencies.
FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY package.json package-lock.json ./
# The image brings Node 24 itself, so the optional packages that carry it stay out.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY commands ./commands
COPY src ./src
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
