# The bot in a container that holds nothing but the program and the roots of trust.
#
#   docker build --build-arg VERSION=1.0.0 -t yeye .
#   docker run -d --name yeye --restart unless-stopped --stop-timeout 15 -e DISCORD_TOKEN -v yeye:/data yeye
#   docker run --rm -e DISCORD_TOKEN -v yeye:/data yeye doctor

FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=${VERSION}" -o /image/yeye ./cmd/yeye
# The owner of an empty volume is taken from the directory it covers.
RUN mkdir -p /image/data /image/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/ && cp LICENSE NOTICE /image/ && cp cmd/yeye/licenses.txt /image/LICENSES.txt && chown -R 65532:65532 /image/data

FROM scratch
COPY --from=build /image/ /
USER 65532:65532
WORKDIR /data
VOLUME /data
# Metrics and health stay inside; -e YEYE_WATCH=0.0.0.0:9095 -e YEYE_WATCH_PUBLIC=true lets others scrape them.
ENV YEYE_DB=/data/yeye.db YEYE_WATCH=127.0.0.1:9095 TMPDIR=/data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=1m CMD ["/yeye", "health"]
ENTRYPOINT ["/yeye"]
CMD ["serve"]
